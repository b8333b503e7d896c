// Hosts import ComponentPredicates beside Foundation: the manager that it extends comes with it.
@_exported public import AudioComponents
