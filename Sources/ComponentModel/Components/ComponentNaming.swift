/// The names that depend on the caller's language. May be used from any thread.
package protocol ComponentNaming: Sendable {
  /// A tag in the caller's language, from what the catalog has of it. It has no sources yet.
  func tag(identifier: String, isStandard: Bool, aliases: @autoclosure () throws -> [String]) rethrows -> Tag

  /// The name of a type.
  func localizedName(of type: ComponentType) -> String

  /// The language tags under which an author may have written for the caller, the closest first, in lower case (`pt-br`,
  /// `pt`); empty where the name without a language is the right one.
  var languageTags: [String] { get }
}
