/// The names that depend on the caller's language. May be used from any thread.
public protocol ComponentNaming: Sendable {
  /// The tag of an identifier with all its names.
  func tag(identifier: String, isStandard: Bool, sources: Set<TagSource>) -> Tag

  /// The name of a type.
  func localizedName(of type: ComponentType) -> String

  /// The language tags under which an author may have written for the caller, the closest first, in lower case (`pt-br`,
  /// `pt`); empty where the name without a language is the right one.
  var languageTags: [String] { get }
}
