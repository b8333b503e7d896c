"""What an import has brought."""

from __future__ import annotations

__all__ = ["Imported"]


class Imported(int):
    """The number of new entries of an import, and the saved searches that have another name since."""

    renamed: list[str]
    """The names that searches got because others have theirs, such as `halls (other 3f0a)`."""

    def __new__(cls, added: int, renamed: list[str]) -> Imported:
        """As an import gives it."""
        made = super().__new__(cls, added)
        made.renamed = renamed
        return made
