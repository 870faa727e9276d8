"""Gold and run -> scores with intervals, one module for each format; scores -> comparisons."""
