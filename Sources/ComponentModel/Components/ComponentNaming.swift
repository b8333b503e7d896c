/// The names that depend on the caller's language. May be used from any thread.
package protocol ComponentNaming: Sendable {
  /// A tag in the caller's language, from what the catalog has of it. It has no sources yet.
  func tag(identifier: String, isStandard: Bool, aliases: @autoclosure () throws -> [String]) rethrows -> Tag

  /// The name of a type.
  func localizedName(of type: ComponentType) -> String

  /// The language tags that authors may use for the caller's language, the closest first, in lower case
  /// (`pt-br`, `pt`); empty if the name without a language is the right one.
  var languageTags: [String] { get }
}
