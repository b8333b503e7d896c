"""Derives the declarations that cffi needs from `aucat.h`, and the version from the program, so that they can't differ.

`setup.py` runs this for each build. The results are the modules `aucat._declarations`, which needs no C compiler and
parses nothing when it is imported, and `aucat._version`. To write them by hand, for a checkout that is used in place:

    python3 declarations.py FOLDER
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from cffi import FFI


_REMEDY = (
    "Install libaucat; below a prefix such as ~/.local, name its folder: "
    "`PKG_CONFIG_PATH=$HOME/.local/lib/pkgconfig pip install …`. A wheel that .dev/wheel has built needs neither"
)


def header_path() -> Path:
    """The header: the one in AUCAT_HEADER, beside this file, in the checkout, or of the installed library."""
    here = Path(__file__).resolve().parent
    named = os.environ.get("AUCAT_HEADER")
    for path in [Path(named)] if named else [here / "aucat.h", here.parent / "CAucat" / "aucat.h"]:
        if path.is_file():
            return path
    if named:
        raise SystemExit(f"declarations: there is no header {named}; AUCAT_HEADER names it")
    path = Path(_installed("--variable=includedir")) / "aucat.h"
    if not path.is_file():
        raise SystemExit(f"declarations: pkg-config says that the header is {path}, where there is none. {_REMEDY}")
    return path


def _installed(option: str) -> str:
    """What pkg-config says about the installed library."""
    command = ["pkg-config", option, "aucat"]
    try:
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except OSError as error:
        why = f"pkg-config can't be started ({error.strerror})"
    except subprocess.CalledProcessError:
        why = "pkg-config finds no aucat.pc: libaucat is not installed, or in a folder that pkg-config doesn't know"
    else:
        if answer:
            return answer
        why = f"pkg-config has no answer to {option} for aucat"
    raise SystemExit(f"declarations: {why}. {_REMEDY}")


def version() -> str:
    """The version: from the file VERSION, which a build puts beside this one, the checkout, or the installed library."""
    here = Path(__file__).resolve().parent
    if (here / "VERSION").is_file():
        return (here / "VERSION").read_text(encoding="utf-8").strip()
    script = here.parents[2] / ".dev" / "version"
    # What pip has copied elsewhere lacks what is above it.
    if script.is_file():
        return subprocess.run([str(script)], check=True, capture_output=True, text=True).stdout.strip()
    return _installed("--modversion")


def declarations(header: str) -> str:
    """The parts of a header that cffi accepts: no comments, no inline functions, and no directives except those that
    define a number."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^static inline [^;{]*\{$.*?^\}$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^#(?!define \w+ \d+$).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{2,}", "\n", text).lstrip()


def builder() -> FFI:
    """The builder that makes the module from the header."""
    made = FFI()
    made.set_source("aucat._declarations", None)
    made.cdef(declarations(header_path().read_text(encoding="utf-8")))
    return made


def write_version(folder: Path) -> None:
    """Writes the module `_version`."""
    text = f'"""The version of the package, which is the library\'s."""\n\n__version__ = "{version()}"\n'
    (folder / "_version.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: declarations.py FOLDER")
    builder().emit_python_code(str(Path(sys.argv[1]) / "_declarations.py"))
    write_version(Path(sys.argv[1]))
