// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import CAucat

/// `aucat_strings`
final class StringsObject: Sendable {
  private let texts: [CText]

  init(_ texts: [String]) { self.texts = texts.map(CText.init) }

  deinit { for text in texts { text.free() } }

  var count: Int { texts.count }

  func text(_ index: Int) -> UnsafePointer<CChar>? {
    // SAFETY: The index is checked, and the text stays, unchanged, until `deinit`.
    texts.indices.contains(index) ? UnsafePointer(texts[index].pointer) : nil
  }
}

@c @implementation
package func aucat_strings_count(_ strings: OpaquePointer?) -> Int { object(strings, StringsObject.self)?.count ?? 0 }

@c @implementation
package func aucat_strings_at(_ strings: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  object(strings, StringsObject.self)?.text(index)
}

@c @implementation
package func aucat_strings_free(_ strings: OpaquePointer?) { release(strings, StringsObject.self) }

@c @implementation
package func aucat_abi_version() -> UInt32 { UInt32(AUCAT_ABI_VERSION) }

@c @implementation
package func aucat_free(_ text: UnsafeMutablePointer<CChar>?) {
  // SAFETY: The caller was given the text by `CText.forCaller`, and releases it once.
  text?.deallocate()
}
