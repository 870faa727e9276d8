"""The installed version: part of every edition's fingerprint, because a new version may grow other items."""

VERSION = "0.1.0"
