"""A model on this machine: the run starts and ends llama.cpp's server, which comes in a Python wheel."""
