// Hosts import AudioComponents alone: components, tags and predicates come with it.
@_exported public import ComponentModel
@_exported public import ComponentQuery
