"""People's labels and critics' ratings -> how far a critic can be trusted, at which minimum."""
