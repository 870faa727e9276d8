"""A model inside: llama.cpp's server from a wheel, started and ended with the run."""
