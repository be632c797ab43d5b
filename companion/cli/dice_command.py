"""`companion dice`: Bluetooth dice are looked for, paired, tried and forgotten."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING

from companion.cli.argument_types import number
from companion.cli.status import DONE, UNUSABLE
from companion.paired_dice import dice_path, keep_paired, paired
from hardware.bluetooth.radio import BleakRadio, FoundDie
from hardware.bluetooth.throws import SEARCH_S, BluetoothThrows, only_one
from hardware.errors import DeviceError, InputError
from hardware.registry import BLUETOOTH_DICE

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

LOOK_S = 0.05
TEST_S = 60.0


def add_dice_parser(subparsers: Subparsers) -> None:
    """Adds the command and its own commands."""
    parser = subparsers.add_parser("dice", help="find, pair, try and forget Bluetooth dice")
    commands = parser.add_subparsers(dest="dice", required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="the dice within reach, and which are paired")
    listing.add_argument("--json", action="store_true", help="JSON Lines for other programs")
    listing.set_defaults(func=_list)
    pair = _with_make(commands.add_parser("pair", help="use this die from now on"))
    pair.add_argument("address", nargs="?", metavar="ADDRESS", help="as `dice list` gives it; default: the only one in reach")
    pair.set_defaults(func=_pair)
    test = _with_make(commands.add_parser("test", help="connect and print what is thrown"))
    test.add_argument("--seconds", type=number, default=TEST_S, metavar="N", help=f"end after this time (default {TEST_S:.0f})")
    test.set_defaults(func=_test)
    _with_make(commands.add_parser("forget", help="pair it no longer")).set_defaults(func=_forget)


def _with_make(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("make", choices=list(BLUETOOTH_DICE), metavar="MAKE", help=" or ".join(BLUETOOTH_DICE))
    return parser


def _list(args: argparse.Namespace) -> int:
    known = paired(dice_path())
    lines = [(make, die) for make in BLUETOOTH_DICE for die in _found(make)]
    for make, die in lines:
        is_paired = known.get(make) == die.address
        if args.json:
            told = {"make": make, "address": die.address, "name": die.name, "dbm": die.strength_dbm, "paired": is_paired}
            print(json.dumps(told), flush=True)
        else:
            print(f"{make:8} {die.address}  {die.name} ({die.strength_dbm} dBm){'  paired' if is_paired else ''}", flush=True)
    if not lines and not args.json:
        advice = "; ".join(f"{model.label}: {model.wake_up}" for model in BLUETOOTH_DICE.values())
        print(f"No dice within reach. {advice}")
    return DONE


def _pair(args: argparse.Namespace) -> int:
    model = BLUETOOTH_DICE[args.make]
    found = _found(args.make)
    address = args.address or only_one(model, found)
    if address not in [die.address for die in found]:
        raise InputError(
            f"expected the address of a {model.label} die within reach, got {address!r}; `companion dice list` finds them"
        )
    keep_paired(dice_path(), paired(dice_path()) | {args.make: address})
    print(f"{args.make} {address} is paired; play with `companion play --throws {args.make}`")
    return DONE


def _test(args: argparse.Namespace) -> int:
    throws = BluetoothThrows(BLUETOOTH_DICE[args.make], paired(dice_path()).get(args.make))
    throws.open()
    print("Connected. Throw it; Ctrl-C ends.", flush=True)
    heard, ends_s = 0, time.monotonic() + args.seconds
    try:
        while time.monotonic() < ends_s:
            for throw in throws.poll(time.monotonic()):
                heard += 1
                print(f"{throw.value}", flush=True)
            for notice in throws.notices():
                print(f"({notice.trouble.replace('_', ' ')}{' ' + notice.detail if notice.detail else ''})", flush=True)
            time.sleep(LOOK_S)
    finally:
        battery = "unknown" if throws.battery is None else f"{throws.battery} %"
        throws.close()
        print(f"{heard} throws; battery {battery}")
    if not heard:
        print(f"companion: expected a throw within {args.seconds:.0f} seconds, got none", file=sys.stderr)
    return DONE if heard else UNUSABLE


def _forget(args: argparse.Namespace) -> int:
    dice = paired(dice_path())
    if args.make not in dice:
        raise DeviceError(f"no {args.make} die is paired; paired are: {', '.join(dice) or 'none'}")
    address = dice.pop(args.make)
    keep_paired(dice_path(), dice)
    print(f"{args.make} {address} is forgotten")
    return DONE


def _found(make: str) -> tuple[FoundDie, ...]:
    return asyncio.run(BleakRadio().find(BLUETOOTH_DICE[make], SEARCH_S))
