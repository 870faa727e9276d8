"""Gold and run -> scores with intervals, one file a format; scores -> comparisons."""
