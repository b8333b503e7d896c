// Whoever reads components compares texts.
@_exported public import Texts
