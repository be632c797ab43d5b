"""The voice: which program speaks, what is said when, and how one message gives way to a newer one. Plays nothing itself."""
