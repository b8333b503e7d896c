"""Builds the package. Only what pyproject.toml can't say is here."""

import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # Before setuptools 70.1.
    from wheel.bdist_wheel import bdist_wheel

sys.path.insert(0, str(Path(__file__).resolve().parent))

from declarations import version, write_version  # noqa: E402

HAS_LIBRARY = (Path(__file__).resolve().parent / "aucat" / "_prefix").is_dir()


class Package(Distribution):
    """A package, which is specific to one kind of machine if the library is inside."""

    def has_ext_modules(self) -> bool:
        return HAS_LIBRARY


class Modules(build_py):
    """Adds the module that holds the version."""

    def run(self) -> None:
        super().run()
        write_version(Path(self.build_lib) / "aucat")


class Wheel(bdist_wheel):
    """A wheel for all versions of Python: no part of it is built for one of them."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


# Without the program inside, a script `aucat` could shadow the system's program, only to look for it.
SCRIPTS = ["aucat = aucat.__main__:main"] if HAS_LIBRARY else []

setup(
    version=version(),
    distclass=Package,
    cmdclass={"bdist_wheel": Wheel, "build_py": Modules},
    cffi_modules=["declarations.py:builder"],
    entry_points={"console_scripts": SCRIPTS},
)
