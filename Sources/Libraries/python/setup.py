"""Builds the package. All but what pyproject.toml can't say is there."""

from pathlib import Path

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # Before setuptools 70.1.
    from wheel.bdist_wheel import bdist_wheel

HAS_LIBRARY = (Path(__file__).resolve().parent / "aucat" / "_prefix").is_dir()


class Package(Distribution):
    """A package with the library inside belongs to one kind of machine."""

    def has_ext_modules(self) -> bool:
        return HAS_LIBRARY


class Wheel(bdist_wheel):
    """No part of it is built for one version of Python."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


# Without the program inside, a script `aucat` could stand before the system's, and would only look for that.
SCRIPTS = ["aucat = aucat.__main__:main"] if HAS_LIBRARY else []

setup(
    distclass=Package,
    cmdclass={"bdist_wheel": Wheel},
    cffi_modules=["declarations.py:builder"],
    entry_points={"console_scripts": SCRIPTS},
)
