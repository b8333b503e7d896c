# The build makes this module: see declarations.py.
__version__: str
