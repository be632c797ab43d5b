"""Printed boards, how they lie before the camera, and how they are drawn."""
