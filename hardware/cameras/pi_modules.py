"""What is special about each of the Raspberry Pi's camera modules.

Left to itself picamera2 takes the readout nearest to the picture asked for, and those of 720 lines are cut out of the
sensor's middle: Camera Module 2 would see 59 % of the width it can see, Camera Module 3 67 %. A board at half a metre
needs all of it, so the readout is named: the one that adds up 2x2 pixels over the whole sensor.
Sizes: Raspberry Pi's camera documentation, "Camera modes"; picamera2's choice: `Picamera2._make_libcamera_config`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PiModule:
    """One kind of camera module; `readout` is width and height in pixels of the sensor mode that sees everything."""

    title: str
    readout: tuple[int, int]
    bit_depth: int


MODULES = {
    "imx219": PiModule("Camera Module 2", (1640, 1232), 10),
    "imx708": PiModule("Camera Module 3", (2304, 1296), 10),
    "imx708_wide": PiModule("Camera Module 3 Wide", (2304, 1296), 10),
    "imx477": PiModule("HQ Camera", (2028, 1520), 12),
}
"""By the name under which libcamera lists the sensor; those without an infrared filter have `_noir` added."""


def pi_module(model: str) -> PiModule | None:
    """The module with that sensor, None for one that is not known: it is driven as picamera2 thinks best."""
    return MODULES.get(model.replace("_noir", ""))
