"""Cameras, dice and buttons behind small protocols (`hardware.ports`); real, recorded and simulated."""
