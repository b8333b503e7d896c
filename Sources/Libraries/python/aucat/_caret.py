"""Shows a place in a text."""

import unicodedata


def pointed(text: str, offset: int) -> str:
    """The line of a text that a place is in, and below it a caret at the place.

    offset: in characters from the text's beginning.
    """
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start:] if end < 0 else text[start:end]
    indent = "".join("\t" if character == "\t" else " " * _width(character) for character in text[start:offset])
    return f"  {line}\n  {indent}^"


def _width(character: str) -> int:
    """How many columns of a terminal a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
