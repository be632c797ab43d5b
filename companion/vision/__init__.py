"""From a registered frame to evidence for every field."""
