# The build makes this module from aucat.h: see declarations.py.
from typing import Any

ffi: Any
