internal import ComponentScan
internal import Linux

/// File URIs, as far as bundles use them.
package enum FileURI {
  /// The path of a `file:` URI, percent-decoded and without `..` parts; nil for any other URI.
  package static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    return decoded(rest[slash...]).map(LexicalPath.normalized)
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.first == byte {
        // serd escapes a path's percent sign like this.
        bytes.append(byte)
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
        rest.prefix(2).allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
