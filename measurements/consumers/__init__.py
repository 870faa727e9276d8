"""Our exports -> the programs they are for, each in an environment of its own."""
