"""Wiring: devices, pipeline, record and screen put together."""
