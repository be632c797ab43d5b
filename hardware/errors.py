"""The errors a person can act on.

    CompanionError                    base of all: one sentence, no traceback on the command line
    ├── DeviceError(OSError)          a camera, die or button cannot be used
    │   ├── CameraLostError           a camera that worked stopped giving frames
    │   └── NoScreenError             nothing that is drawn could be seen
    ├── InputError(ValueError)        a file or value from outside is not what was expected
    ├── BoardNotFoundError(LookupError)   no board in the picture
    └── UnknownNameError(LookupError) a name (board, camera, preset) nobody knows

Each message says what was expected, what came and where.
"""


class CompanionError(Exception):
    """Something a person can act on; its text is one sentence."""


class DeviceError(CompanionError, OSError):
    """A device cannot be opened or used."""


class CameraLostError(DeviceError):
    """A camera that has worked gives no more frames."""


class NoScreenError(DeviceError):
    """There is no screen, or none that can be reached."""


class InputError(CompanionError, ValueError):
    """A file, line or value from outside is not what was expected."""


class UnknownNameError(CompanionError, LookupError):
    """A name that nobody knows; the message lists the known ones."""


class BoardNotFoundError(CompanionError, LookupError):
    """There is no (whole) board of the asked kind in the picture."""
