/// Parts of URIs, for people.
package enum URIPart {
  /// The part after the last `/`, `#` or `:`; the whole URI if that is empty.
  package static func last(of uri: String) -> String {
    uri.unicodeScalars.split { $0 == "/" || $0 == "#" || $0 == ":" }.last.map { String($0) } ?? uri
  }
}
