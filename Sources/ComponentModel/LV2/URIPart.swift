/// Parts of URIs, for people.
package enum URIPart {
  /// What follows the last `/`, `#` or `:`; the URI itself where nothing does.
  package static func last(of uri: String) -> String {
    uri.split { $0 == "/" || $0 == "#" || $0 == ":" }.last.map(String.init) ?? uri
  }
}
