"""The command `aucat`: the one in the package's own wheel, else the first in PATH."""

import os
import shutil
import sys

__all__ = ["main"]


def main() -> None:
    """Replaces this process with the program."""
    # aucat-render has every verb, and needs no other program: it is the one that hosts plugins for the others.
    folder = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(folder, "_prefix", "libexec", "aucat", "aucat-render")
    program = inside if os.path.exists(inside) else shutil.which("aucat")
    if program is None:
        sys.exit("aucat: the command is not installed; install aucat, or the wheel of this package, which has it inside")
    os.execv(program, ["aucat", *sys.argv[1:]])


if __name__ == "__main__":
    main()
