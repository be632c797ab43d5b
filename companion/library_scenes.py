"""The screens of the library: the list, what chooses among the games, one game, the question before it is deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from calibration.profile import BoardProfile
from companion.evening.score_scenes import figures_table, rules_words
from companion.library.shelf import ANSWERS, ANY, ROWS, Page, Shelf, answers_to, people
from companion.library.summary import Result, Summary
from companion.library.tables import folded
from companion.scene import Mode, Scene, SceneButton, SceneChoice, ScenePlayer, SceneRow
from companion.wish import Pick
from companion.words import Label, Language, color_name, label, lines
from companion.words import library as say
from companion.words.messages import GameOver, Message

LAST = 99
"""The place of whoever is not home, in the order of a row."""
RESULT_ICONS: Mapping[Result, str] = {Result.FINISHED: "win", Result.UNFINISHED: "next", Result.UNREADABLE: "ask"}


def library_scene(shelf: Shelf, board: BoardProfile, language: Language) -> Scene:
    """What to show now. What is touched is for `shelf_picked`, the closing cross (`Close`) for `shelf_closed`."""
    return _PAGES[shelf.page](_Maker(shelf, board, language))


def shelf_closed(shelf: Shelf) -> Shelf | None:
    """What is shown after the closing cross: from one game the list again; None: the list itself was closed."""
    return None if shelf.page is Page.LIST else replace(shelf, page=Page.LIST, file=None, wants=None)


class _Maker:
    """The words of one page."""

    def __init__(self, shelf: Shelf, board: BoardProfile, language: Language) -> None:
        self.shelf, self._board, self.language = shelf, board, language

    def scene(self, mode: Mode, title: str, sentence: str = "", *buttons: SceneButton) -> Scene:
        return Scene(self._board, mode, (), title=title, sentence=sentence, buttons=buttons)

    def said(self, message: Message) -> str:
        return lines(self.language, message).title

    def button(self, answer: str, words: str, icon: str | None = None, main: bool = False) -> SceneButton:
        return SceneButton(answer, words, icon, main, Pick(answer))

    def back(self) -> SceneButton:
        return self.button("back", label(self.language, Label.BACK))

    def name(self, color: str, name: str) -> str:
        return name or color_name(self.language, color)

    def date(self, begun: str) -> str:
        """Day and hour, as people of the language write them."""
        try:
            at = datetime.fromisoformat(begun)
        except ValueError:
            return begun[:16]
        return at.strftime("%d.%m.%Y %H:%M" if self.language is Language.GERMAN else "%Y-%m-%d %H:%M")

    def answer(self, by: say.Filter, answer: str) -> str:
        """An answer in words."""
        if answer == ANY:
            return self.said(say.Any(by))
        if by is say.Filter.PLAYER:
            seat = next((one for one in people(self.shelf.games) if folded(one.name or one.color) == answer), None)
            return answer if seat is None else self.name(seat.color, seat.name)
        if by is say.Filter.PERIOD:
            return self.said(say.When(say.Period(answer)))
        if by is say.Filter.RULES:
            return rules_words(answer, self.language)
        player = self.shelf.chosen.get(say.Filter.PLAYER)
        return self.said(say.Ended(say.Outcome(answer), "" if player is None else self.answer(say.Filter.PLAYER, player)))


def _list(m: _Maker) -> Scene:
    shelf, found = m.shelf, m.shelf.found
    pages = max(1, -(-len(found) // ROWS))
    sentence = m.said(say.GamesFound(len(found), shelf.first // ROWS + 1, pages))
    buttons = []
    if shelf.first + ROWS < len(found):
        buttons.append(m.button("older", m.said(say.Turn(say.Side.OLDER)), "next", main=True))
    if shelf.first:
        buttons.append(m.button("newer", m.said(say.Turn(say.Side.NEWER))))
    rows = tuple(_row(m, game) for game in found[shelf.first : shelf.first + ROWS])
    tabs = tuple(_filter(m, by) for by in say.Filter)
    return replace(m.scene(Mode.LIBRARY, "", sentence, *buttons), rows=rows, tabs=tabs, closable=True)


def _filter(m: _Maker, by: say.Filter) -> SceneChoice:
    answer, wish = m.shelf.chosen.get(by, ANY), f"filter:{by}"
    return SceneChoice(wish, m.answer(by, answer), chosen=answer != ANY, wish=Pick(wish))


def _row(m: _Maker, game: Summary) -> SceneRow:
    seats = sorted(game.seats, key=lambda seat: seat.place or LAST)
    players = tuple(ScenePlayer(seat.color, m.name(seat.color, seat.name), seat.home, seat.place) for seat in seats)
    about = rules_words(game.rules, m.language) if game.rules else m.said(say.Ended(say.Outcome.UNREADABLE))
    answer = f"game:{game.file}"
    return SceneRow(answer, m.date(game.begun) or game.file, players, RESULT_ICONS[game.result], about, Pick(answer))


def _choose(m: _Maker) -> Scene:
    shelf = m.shelf
    answers = answers_to(shelf)
    choices = tuple(_choice(m, answer) for answer in answers[shelf.answers : shelf.answers + ANSWERS])
    more = (m.button("more", m.said(say.Turn(say.Side.OTHERS)), "next", main=True),) if len(answers) > ANSWERS else ()
    return replace(m.scene(Mode.RULES, m.said(say.Which(shelf.filter)), "", *more, m.back()), choices=choices)


def _choice(m: _Maker, answer: str) -> SceneChoice:
    shelf, wish = m.shelf, f"answer:{answer}"
    chosen = shelf.chosen.get(shelf.filter, ANY) == answer
    color = None
    if shelf.filter is say.Filter.PLAYER and answer != ANY:
        color = next(one.color for one in people(shelf.games) if folded(one.name or one.color) == answer)
    return SceneChoice(wish, m.answer(shelf.filter, answer), color=color, chosen=chosen, wish=Pick(wish))


def _game(m: _Maker) -> Scene:
    game = m.shelf.game
    if game is None:
        return _list(m)
    delete = m.button("delete", m.said(say.Do(say.Deed.DELETE)))
    if game.result is Result.UNREADABLE and not game.seats:
        words = lines(m.language, say.CannotBeRead())
        return m.scene(Mode.FIGURES, words.title, words.sentence, delete, m.back())
    watch = m.button("watch", m.said(say.Do(say.Deed.WATCH)), "look", main=True)
    buttons = (delete, m.back()) if game.result is Result.UNREADABLE else (watch, delete)
    scene = m.scene(Mode.FIGURES, _title(m, game), _about(m, game), *buttons)
    return replace(scene, table=figures_table(game, m.language), closable=True)


def _title(m: _Maker, game: Summary) -> str:
    if m.shelf.kept:
        return m.said(say.NotDeleted())
    winner = next((seat for seat in game.seats if seat.won), None)
    if winner is None:
        outcome = say.Outcome.UNREADABLE if game.result is Result.UNREADABLE else say.Outcome.UNFINISHED
        return m.said(say.Ended(outcome))
    return m.said(GameOver(winner.color, winner.name or None))


def _about(m: _Maker, game: Summary) -> str:
    if m.shelf.kept:
        return lines(m.language, say.NotDeleted()).sentence
    lasted = m.said(say.Lasted(round(game.seconds / 60)))
    return " · ".join((m.date(game.begun), rules_words(game.rules, m.language), lasted))


def _delete(m: _Maker) -> Scene:
    words = lines(m.language, say.ReallyDelete())
    keep = m.button("keep", m.said(say.Do(say.Deed.KEEP)), "undo", main=True)
    now = m.button("delete_now", m.said(say.Do(say.Deed.DELETE_NOW)))
    scene = m.scene(Mode.FIGURES, words.title, words.sentence, keep, now)
    game = m.shelf.game
    return scene if game is None or not game.seats else replace(scene, table=figures_table(game, m.language))


_PAGES: Mapping[Page, Callable[[_Maker], Scene]] = {
    Page.LIST: _list,
    Page.FILTER: _choose,
    Page.GAME: _game,
    Page.DELETE: _delete,
}
