"""An evening: one game after the other at a table that stays open, from setting up to the score.

what ends a game                    the next one
──────────────────────────────────  ───────────────────────────────────────────────────────────────────────────────
"another game"                      the same players, rules and board; the one after who began begins
"other players"                     asked on the screen, with those who played and their rules as the offered answer
"as it stands", of a resumed game   from the pieces on the board, whoever was on; the broken off record stays as it is
the window is closed, a signal …    none
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from calibration.profile import BoardProfile
from companion.app.devices import Devices
from companion.app.die_eyes import DieEyes
from companion.app.game import ChosenGame, LiveGame, from_the_board, local_now, new_game, once_more
from companion.app.games_book import GamesBook
from companion.app.hands import Hands
from companion.app.headless import Album
from companion.app.heartbeat import Heartbeat
from companion.app.looks import POLL_S, Left, Looks
from companion.app.newest_frame import NewestFrame
from companion.app.other_board import Boards
from companion.app.own_look import OwnLook, kept_look, look_of, look_path
from companion.app.score_book import ScoreBook
from companion.app.setting_up import Asking, SettingUp, Turned
from companion.app.standing_colors import StandingColors
from companion.app.tell_worker import print_lines
from companion.app.wanted import Wishes
from companion.app.watch import NOBODY_TELLS
from companion.app.worker import Worker, waiting
from companion.display import Screen
from companion.evening.company import kept_of, known_people, last_seats, levels_of, names_of, seated
from companion.evening.setup import Page, Person, Setup, agreed, offered, on_board, told
from companion.history import History
from companion.journal import Level, say
from companion.library.games import DATABASE, pictures_beside
from companion.library.people import People
from companion.library.pictures import PictureRing
from companion.pipeline import Pipeline, Table
from companion.referee import Referee
from companion.rules import Position, RulesError, parse_options
from companion.settings import Settings
from companion.sight import Eyes
from companion.wish import AsItStands, NewPlayers
from companion.words import Language
from hardware.errors import DeviceError, InputError
from hardware.parts import Press
from hardware.ports import TellsTrouble
from hardware.throws.camera import CameraThrows


@dataclass(frozen=True)
class OpenTable:
    """What is open for the whole evening. `folder` is where the records are; `over`: whether the program was asked to end."""

    devices: Devices
    frames: NewestFrame
    eyes: Eyes
    screen: Screen | None
    folder: Path
    language: Language
    heart: Heartbeat
    over: Callable[[], bool]
    boards: Boards | None = None
    """The boards that may lie there instead of the one that was named; None: that one it is."""


class Evening:
    """Plays game after game. `table` has to be open, and is left open."""

    def __init__(self, table: OpenTable, wishes: Wishes, settings: Settings) -> None:
        self._table, self._wishes, self._settings = table, wishes, settings
        self._beat = table.heart.part("thinking")
        self._ends_s = None if wishes.seconds is None else time.monotonic() + wishes.seconds
        self._hands = None
        if table.screen is not None:
            button = Press.NEXT in table.devices.parts.fitted
            path = look_path(wishes.data)
            look = OwnLook(table.screen, kept_look(path, look_of(settings, table.language)), table.language, path)
            self._hands = Hands(table.screen, table.language, button, look)
        self._people: Mapping[str, Person] = {}
        self._known: People | None = None

    def play(self, first: ChosenGame) -> None:
        """Plays until the program is asked to end. Raises what a game failed on."""
        with ExitStack() as opened:
            if self._hands is not None:
                self._known = People(self._table.folder.parent / DATABASE)
                opened.callback(self._known.close)
                for line in self._known.told:
                    say(line, Level.WARNING)
            self._people = self._seated(first)
            following = self._set_up(first) if self._asks(first) else first
            while following is not None:
                if following is not first:
                    self._put_anew(following)
                following = self._after(following, *self._one_game(following))

    # ---- before a game ----

    def _asks(self, chosen: ChosenGame) -> bool:
        """Whether somebody is there to say who plays, and there is something left to ask."""
        devices, wishes = self._table.devices, self._wishes
        nobody = self._hands is None or devices.recorded or devices.players is not None
        all_told = None not in (wishes.board, wishes.rules, wishes.first)
        return not (nobody or chosen.attempt is not None or wishes.quick or all_told)

    def _seated(self, chosen: ChosenGame) -> dict[str, Person]:
        """Who plays a game that is not set up on the screen: by the settings, and by what is remembered of them."""
        known = {} if self._known is None else known_people(self._known.remembered())
        return seated(chosen.history.game.players, {**self._settings.names, **chosen.names}, known, self._settings.helpers)

    def _set_up(self, chosen: ChosenGame, again: bool = False) -> ChosenGame | None:
        """Asks on the screen; None when the program is asked to end. `again`: not the first game of the evening."""
        assert self._known is not None
        before = self._before(chosen.board)
        setup = offered(chosen.board, (), before, known_people(self._known.remembered()), self._table.language)
        if again:
            game = chosen.history.game
            people = {str(color): self._people.get(color) or setup.people[color] for color in game.players}
            setup = replace(setup, options=game.options, people=people, by_hand=True, page=Page.PLAYERS, two=game.seats.two)
        else:
            rules = self._wishes.rules or self._settings.rules
            setup = told(setup, None if rules is None else parse_options(rules), self._wishes.first)
            setup = replace(setup, left_alone=chosen.left_alone)
        answered = self._asked(chosen, setup, before)
        while isinstance(answered, Turned):
            chosen, setup = self._turned(chosen, answered)
            answered = self._asked(chosen, setup, self._before(chosen.board))
        return None if answered is None else self._agreed(chosen, answered)

    def _before(self, board: BoardProfile) -> dict[str, Person]:
        """Who played each colour last."""
        assert self._known is not None
        remembered = self._known.remembered()
        by_name = known_people(remembered)
        named = seated(board.colors, self._settings.names, by_name, self._settings.helpers)
        return {**last_seats(remembered), **named, **self._people}

    def _asked(self, chosen: ChosenGame, setup: Setup, before: Mapping[str, Person]) -> Setup | Turned | None:
        table = self._table
        assert table.screen is not None and self._hands is not None
        recognise = None if table.boards is None else table.boards.recognise
        seen = StandingColors(table.frames, table.eyes, chosen.board, recognise=recognise)
        asking = Asking(chosen.board, table.language, before, table.devices.parts, self._beat)
        return SettingUp(table.screen, self._hands, seen, asking).run(setup, self._over)

    def _turned(self, chosen: ChosenGame, turned: Turned) -> tuple[ChosenGame, Setup]:
        """The game is played on the board that lies there; what was said about the rules still holds."""
        board, boards = turned.board, self._table.boards
        assert boards is not None
        say(f"{board.id} lies under the camera instead of {chosen.board.id}: it is played on that", Level.NOTICE)
        self._table = replace(self._table, eyes=boards.eyes_of(board))
        chosen = replace(chosen, board=board, board_name=board.id)
        return chosen, on_board(turned.setup, board, self._before(board), self._table.language)

    def _agreed(self, chosen: ChosenGame, setup: Setup) -> ChosenGame:
        """The game that was set up; who plays is remembered."""
        assert setup.first is not None
        self._people = setup.people
        game, names = agreed(setup, chosen.board), names_of(setup.people, self._table.language)
        following = new_game(self._table.folder, chosen.board_name, chosen.board, game, setup.first, names)
        try:
            if self._known is not None:
                self._known.remember(kept_of(setup.people, self._table.language), local_now().isoformat(timespec="seconds"))
        except DeviceError as error:
            say(f"Who plays is not remembered: {error}", Level.WARNING)
        return replace(following, told=(*chosen.told[:-1], *following.told))

    def _put_anew(self, chosen: ChosenGame) -> None:
        """People at a simulated table put the pieces up; what was thrown meanwhile belongs to no game."""
        now_s, devices = time.monotonic(), self._table.devices
        if devices.table is not None:
            devices.table.set_up_anew(chosen.history.game, chosen.history.now.state, now_s)
        devices.throws.poll(now_s)
        if isinstance(devices.throws, TellsTrouble):
            devices.throws.notices()

    # ---- a game ----

    def _one_game(self, chosen: ChosenGame) -> tuple[Left, History]:
        """Plays it; why it was left, and how it stood then. Raises what it failed on."""
        game = chosen.begin()
        try:
            for line in game.told:
                say(line, Level.NOTICE)
            pipeline, worker = self._worker(chosen, game)
            self._table.heart.ready(f"Playing; the record is {game.record.path}")
            left = self._run(chosen, game, worker)
            return left, pipeline.referee.history
        finally:
            game.record.close()

    def _worker(self, chosen: ChosenGame, game: LiveGame) -> tuple[Pipeline, Worker]:
        table = self._table
        die_eyes = self._die_eyes(chosen)
        resumed = chosen.attempt is not None
        pipeline = self._pipeline(game, table.eyes if die_eyes is None else die_eyes.eyes, resumed)
        worker = Worker(pipeline, table.frames, table.devices, time.monotonic, table.language, self._beat)
        worker.die_eyes = die_eyes
        if self._hands is not None:
            worker.hand_presses_over()
        if self._settings.pictures:
            self._keep_pictures(worker, game)
        return pipeline, worker

    def _die_eyes(self, chosen: ChosenGame) -> DieEyes | None:
        """Where the throws come from the camera. A recording is looked at as fast as it goes, every frame of it."""
        devices = self._table.devices
        if not isinstance(devices.throws, CameraThrows):
            return None
        clock = None if devices.recorded else time.monotonic
        return DieEyes(devices.throws, self._table.eyes, chosen.board, self._settings.die_tray, clock)

    def _pipeline(self, game: LiveGame, eyes: Eyes, resumed: bool) -> Pipeline:
        devices = self._table.devices
        # Whoever was named when the game began keeps the name; a record without names has those of the settings.
        names = game.names or self._settings.names if resumed else game.names
        levels = {**self._settings.helpers, **levels_of(self._people)}
        table = Table(game.board, names, self._table.language, self._settings.quarter_turns, helpers=levels)
        return Pipeline(
            table,
            eyes,
            Referee(game.history),
            game.record,
            check_start=True,
            start_t=game.record.entries[-1].t,
            zero_s=None,
            infer=devices.throws.name == NOBODY_TELLS,
            # Simulated people never slip, and what was recorded is believed.
            one_at_a_time=devices.players is None and not devices.recorded,
            asks=self._hands is not None,
        )

    def _keep_pictures(self, worker: Worker, game: LiveGame) -> None:
        folder = pictures_beside(game.record.path)
        worker.pictures = PictureRing(folder, self._settings.pictures_mb * 1_000_000, partial(say, level=Level.WARNING))
        say(f"Pictures of the table are kept in {folder}")

    def _run(self, chosen: ChosenGame, game: LiveGame, worker: Worker) -> Left:
        if chosen.attempt is not None:
            chosen.attempt.begin()
        try:
            worker.start()
            left = self._without_screen(chosen, worker) if self._hands is None else self._on_screen(chosen, worker)
        finally:
            worker.stop()
            how = "Nothing is lost" if worker.failed is None else "The game was broken off"
            say(f"{how}: the record is {game.record.path}", Level.NOTICE)
            if chosen.attempt is not None:
                chosen.attempt.ended(worker.failed)
        if worker.failed is not None:
            raise worker.failed
        return left

    def _on_screen(self, chosen: ChosenGame, worker: Worker) -> Left:
        table = self._table
        assert table.screen is not None and self._hands is not None
        looks = Looks(
            table.screen,
            self._hands,
            table.devices.throws,
            worker,
            chosen.history.game,
            table.language,
            ScoreBook(table.folder, chosen.board, table.language),
            GamesBook(table.folder, chosen.board, table.language),
            resumed=chosen.attempt is not None,
        )
        table.screen.live_source = partial(looks.live_shot, table.eyes.lens)
        while not self._ended(worker) and looks.once():
            self._going_on(chosen, looks.begun)
            print_lines(worker, chosen.board.track)
        print_lines(worker, chosen.board.track)
        return looks.left or Left()

    def _without_screen(self, chosen: ChosenGame, worker: Worker) -> Left:
        album = Album(self._wishes.out, self._wishes.size)
        while not self._ended(worker):
            for scene in waiting(worker.scenes):
                self._going_on(chosen, begun=True)
                album.add(scene)
            print_lines(worker, chosen.board.track)
            worker.done.wait(POLL_S)
        say(f"There is no screen: pictures of it ({len(album.pictures)}) are in {self._wishes.out}")
        return Left()

    def _going_on(self, chosen: ChosenGame, begun: bool) -> None:
        """A game that was broken off goes on once its first picture has been thought about."""
        if begun and chosen.attempt is not None:
            chosen.attempt.done()

    def _over(self) -> bool:
        return self._table.over() or (self._ends_s is not None and time.monotonic() >= self._ends_s)

    def _ended(self, worker: Worker) -> bool:
        return self._over() or worker.done.is_set()

    # ---- after it ----

    def _after(self, played: ChosenGame, left: Left, history: History) -> ChosenGame | None:
        """The next game of the evening; None: it is over."""
        names = names_of(self._people, self._table.language)
        if left.wish is None:
            return None
        if isinstance(left.wish, NewPlayers):
            return self._set_up(played, again=True)
        if isinstance(left.wish, AsItStands) and left.stands is not None:
            return self._as_it_stands(played, history, left.stands, names)
        return once_more(self._table.folder, played, names)

    def _as_it_stands(
        self, played: ChosenGame, history: History, stands: Position, names: Mapping[str, str]
    ) -> ChosenGame | None:
        """The game goes on from the pieces on the board; where nobody could throw any more, who plays now is asked."""
        try:
            return from_the_board(self._table.folder, played, history, stands, names)
        except (InputError, RulesError) as error:
            say(f"The game cannot go on from the pieces on the board: {error}", Level.NOTICE)
            return self._set_up(played, again=True)
