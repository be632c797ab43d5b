"""The chapter on rules: the sentences of the rulebook, the options and presets of the engine, the words of a wrong move."""

from __future__ import annotations

from collections.abc import Iterator

from companion.manual.rules_frames import ENGLISH, GERMAN, Frame
from companion.rules import DEFAULT_PRESET, PRESETS, Options
from companion.words import Facts, Language, say, verdict
from companion.words.rulebook import (
    DUTIES,
    MOVES,
    OPTIONS,
    SEATS,
    TURN,
    Sentence,
    Source,
    all_sentences,
    source_meaning,
    source_name,
)
from companion.words.verdicts import REASONS

_EXAMPLE = Facts(on="yellow", thrown=5, walked=4, moved="green", captured="red", pieces=None)


def rules_chapter(language: Language) -> str:
    """The whole chapter as Markdown, ending with a line break."""
    frame = GERMAN if language is Language.GERMAN else ENGLISH
    blocks = [
        f"# {frame.title}",
        frame.intro,
        *_section(frame.sources, _list(f"[{source_name(language, s)}]: {source_meaning(language, s)}" for s in Source)),
        *_section(frame.words, _list(f"**{word}**: {meaning}" for word, meaning in frame.glossary)),
        *_section(frame.moves, _sentences(language, MOVES)),
        *_section(frame.duties, _sentences(language, DUTIES)),
        *_section(frame.turn, _sentences(language, TURN)),
        *_section(frame.options, frame.options_intro, *_options(language, frame)),
        *_section(frame.seats, _sentences(language, SEATS)),
        *_section(frame.presets, frame.presets_intro, _presets(frame)),
        *_section(frame.verdicts, frame.verdicts_intro, _verdicts(language, frame)),
        *_section(frame.silent, frame.silent_intro, _decided(language)),
        frame.ask,
    ]
    return "\n\n".join(blocks) + "\n"


def _section(title: str, *blocks: str) -> tuple[str, ...]:
    return (f"## {title}", *blocks)


def _list(items: Iterator[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _sentences(language: Language, sentences: tuple[Sentence, ...]) -> str:
    return _list(_sentence(language, sentence) for sentence in sentences)


def _sentence(language: Language, sentence: Sentence) -> str:
    value = "" if sentence.value is None else f"`{sentence.value}`: "
    return f"{value}{sentence.text(language)} [{source_name(language, sentence.source)}]"


def _options(language: Language, frame: Frame) -> Iterator[str]:
    for name, default in Options().to_dict().items():
        yield f"### `{name}`\n\n{frame.default}: `{_value(default)}`\n\n{_sentences(language, OPTIONS[name])}"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _presets(frame: Frame) -> str:
    rows = [(f"`{name}`", f"{frame.preset_what[name]}{_changed(options)}") for name, options in PRESETS.items()]
    rows = [(f"{name} ({frame.default})" if name == f"`{DEFAULT_PRESET}`" else name, what) for name, what in rows]
    return _table(frame.preset_columns, rows)


def _changed(options: Options) -> str:
    default, given = Options().to_dict(), options.to_dict()
    changed = [f"`{name} = {_value(value)}`" for name, value in given.items() if value != default[name]]
    return f": {', '.join(changed)}" if changed else ""


def _verdicts(language: Language, frame: Frame) -> str:
    return _table(frame.verdict_columns, [(f"`{reason}`", say(language, verdict(reason, _EXAMPLE))) for reason in REASONS])


def _decided(language: Language) -> str:
    option = {sentence.key: name for name, row in OPTIONS.items() for sentence in row}
    decided = [sentence for sentence in all_sentences() if sentence.source is Source.DECIDED]
    return _list(f"{_setting(option.get(sentence.key), sentence.value)}{sentence.text(language)}" for sentence in decided)


def _setting(option: str | None, value: str | None) -> str:
    if option is None:
        return ""
    return f"`{option}`: " if value is None else f"`{option} = {value}`: "


def _table(columns: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    return "\n".join(f"| {left} | {right} |" for left, right in [columns, ("---", "---"), *rows])
