"""Finds and loads the library."""

import os
from typing import Any

from ._declarations import ffi

__all__ = ["ffi", "lib", "path"]


def _place() -> str:
    """The path or name of the library: the one in this package, the one in AUCAT_LIBRARY, or the system's."""
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_prefix", "lib", "libaucat.so.0")
    if os.path.exists(inside):
        return inside
    return os.environ.get("AUCAT_LIBRARY") or "libaucat.so.0"


def _load(place: str) -> Any:
    """Loads the library at a place, which must have all functions of the header that this package was built
    with."""
    try:
        # Its symbols, and those of what it needs, stay private: other modules may have another SQLite.
        library = ffi.dlopen(place, ffi.RTLD_NOW | ffi.RTLD_LOCAL)
        version = library.aucat_abi_version()
    except (OSError, AttributeError, ffi.error) as error:
        raise ImportError(
            f"the aucat library can't be loaded: {error}; install libaucat, or name it by AUCAT_LIBRARY", path=place
        ) from None
    if version < library.AUCAT_ABI_VERSION:
        raise ImportError(
            f"{place} has version {version} of the interface, and this package needs {library.AUCAT_ABI_VERSION}; "
            "update libaucat",
            path=place,
        )
    return library


path: str = _place()
"""The library's path, or its name if the system finds it."""

lib: Any = _load(path)
