// Hosts import only AudioComponents: components, tags, predicates and locales come with it.
@_exported public import ComponentModel
@_exported public import ComponentQuery
@_exported public import ICU
