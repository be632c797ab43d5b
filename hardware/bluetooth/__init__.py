"""Bluetooth dice: what they say byte by byte, what counts as a throw, and the connection that comes and goes."""
