"""Retrievers and indexes of real frameworks -> what our scorer makes of them."""
