internal import ComponentScan
internal import Linux

/// File URIs, as far as bundles use them.
package enum FileURI {
  /// The path of a `file:` URI, percent-decoded and without `..` parts; nil for any other URI.
  package static func path(_ uri: String) -> String? {
    let scheme = "file://".utf8
    guard uri.utf8.starts(with: scheme) else { return nil }
    let rest = uri.utf8.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return decoded(rest[slash...]).map(LexicalPath.normalized)
  }

  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
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
