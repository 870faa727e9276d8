"""People's labels and critics' ratings -> agreement of each critic with people, at each minimum."""
