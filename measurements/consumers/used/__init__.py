"""An export and our own run -> a metric of the program that the export is for."""
