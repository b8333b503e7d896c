/// What the value of an argument is, by which completion chooses.
enum ValueKind: Sendable {
  case words([String])
  case file, directory
  /// A program in PATH or by its path, and behind it files.
  case program
  /// A bundle's directory, or a component.
  case bundle
  /// A component by its name or URI; or by words and predicates, too.
  case component, componentOrPredicate
  /// A component of the collection that is named before.
  case member
  case predicate, sortKeys
  /// Any tag; one of the user's own; one of these that the component has which is named before.
  case tag, userTag, tagOfComponent
  case collection, savedSearch
  /// Of the component that is named before.
  case preset, setting
  case change, rule, locale
  /// A port of the running audio server: one that sound comes from, or goes to.
  case sourcePort, targetPort
  case number
  /// Any text.
  case anything
}
