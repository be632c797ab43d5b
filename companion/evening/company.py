"""The people at the table, between what was set up, what the record says, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.evening.setup import Person
from companion.helping import USUAL, HelperLevel
from companion.library.people import KnownPerson
from companion.words import Language, color_name


def known_people(remembered: Iterable[KnownPerson]) -> dict[str, Person]:
    """Who played before, by name, latest first."""
    return {one.name: Person(one.name, one.child, _level(one.helper)) for one in remembered}


def last_seats(remembered: Iterable[KnownPerson]) -> dict[str, Person]:
    """Who played each colour last."""
    seats: dict[str, Person] = {}
    for one in remembered:
        seats.setdefault(one.color, Person(one.name, one.child, _level(one.helper)))
    return seats


def seated(
    colors: Iterable[str], names: Mapping[str, str], known: Mapping[str, Person], levels: Mapping[str, HelperLevel]
) -> dict[str, Person]:
    """Who plays each of the named `colors`: as is known of the name, else helped as was set for the colour."""
    folded = {name.casefold(): person for name, person in known.items()}
    people = {}
    for color in colors:
        if name := names.get(color):
            person = folded.get(name.casefold())
            level = person.level if person is not None else levels.get(color, USUAL)
            people[color] = Person(name, person is not None and person.child, level)
    return people


def names_of(people: Mapping[str, Person], language: Language) -> dict[str, str]:
    """The names by colour; who is called by the colour has none."""
    return {color: person.name for color, person in people.items() if person.name != color_name(language, color)}


def levels_of(people: Mapping[str, Person]) -> dict[str, HelperLevel]:
    """How much each colour's player is helped."""
    return {color: person.level for color, person in people.items()}


def kept_of(people: Mapping[str, Person], language: Language) -> tuple[KnownPerson, ...]:
    """What is remembered of those who have a name."""
    named = names_of(people, language)
    return tuple(KnownPerson(p.name, color, p.child, str(p.level)) for color, p in people.items() if color in named)


def _level(text: str) -> HelperLevel:
    """A level that a newer program kept is none this one knows."""
    return HelperLevel(text) if text in list(HelperLevel) else USUAL
