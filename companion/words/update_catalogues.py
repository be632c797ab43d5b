"""`make messages`: collects the keys of the sources, brings every catalogue up to date and compiles it.

What a catalogue says already is kept; new keys stand in it without words, keys that nothing uses any more are dropped. Needs
Babel (development only): what is shipped are the compiled catalogues.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.words.catalogue import DOMAIN, LOCALE

SOURCES = Path(__file__).parent
KEYWORDS = {"N_": None, "NN_": (1, 2), "text": None, "about": ((1, "c"), 2)}
Key = str | tuple[str, str]


def keys() -> Catalog:
    """Every key of the sources, without words."""
    found = Catalog(fuzzy=False)
    for name, _, key, _, context in extract_from_dir(SOURCES, [("**.py", "python")], keywords=KEYWORDS):
        if Path(name).parts[0] != "rulebook":
            found.add(key, context=context)
    return found


def po_file(language: str) -> Path:
    """The catalogue people edit."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(path: Path, language: str) -> Catalog:
    """A catalogue as it is; an empty one where there is none."""
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(old: Catalog, language: str) -> Catalog:
    """The old words for the keys that are there now, in the order of the keys."""
    new = Catalog(
        locale=language,
        project="mensch-companion",
        header_comment=f"# The words in {language}; companion/manual/languages.md says how to change them.",
        creation_date=old.creation_date,
        revision_date=old.creation_date,
        fuzzy=False,
    )
    for message in keys():
        if message.id:
            had = old.get(message.id, message.context)
            new.add(message.id, had.string if had is not None else "", context=message.context)
    return new


def main() -> None:
    """Updates and compiles every catalogue that is there."""
    for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        language = path.parts[-3]
        catalogue = updated(read_catalogue(path, language), language)
        with path.open("wb") as file:
            write_po(file, catalogue, width=120, omit_header=False, sort_output=True)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        lacking = [message.id for message in catalogue if message.id and not message.string]
        print(f"{path}: {len(catalogue)} keys, {len(lacking)} without words")
        for key in lacking:
            print(f"  {key}")


if __name__ == "__main__":
    main()
