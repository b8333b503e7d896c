internal import ComponentModel

extension StateProperty {
  private static let urid = Namespace.atom + "URID"

  /// A value of this process; nil if its size or a URID in it is impossible.
  init?(key: String, type: String, native bytes: [UInt8], flags: UInt32) {
    if type == Self.urid {
      // SAFETY: Four bytes are loaded only if there are exactly four.
      let number = bytes.withUnsafeBytes { $0.count == 4 ? $0.loadUnaligned(as: UInt32.self) : 0 }
      guard let text = URIDMap.shared.unmap(number) else { return nil }
      self.init(key: key, type: type, bytes: Array(text.utf8), flags: flags)
    } else {
      guard let value = try? AtomTranslation.portable(bytes, type: type) else { return nil }
      self.init(key: key, type: type, bytes: value.bytes, uris: value.uris, flags: flags)
    }
  }

  /// The value with the URIDs of this process; nil if it does not match its type.
  var native: [UInt8]? {
    if type == Self.urid {
      // SAFETY: The four bytes of the number are copied.
      return withUnsafeBytes(of: URIDMap.shared.map(String(decoding: bytes, as: UTF8.self))) { Array($0) }
    }
    return try? AtomTranslation.native(bytes, uris: uris, type: type)
  }
}

/// Messages that set parameters: atoms as the render thread appends them to a sequence.
enum PatchMessage {
  /// `patch:Set` of one property; nil if the value does not match its type.
  ///
  /// - Parameter remote: the component, if it is in another process, which has other numbers for some URIs.
  static func set(_ property: StateProperty, _ remote: RemoteStage?) throws(ChainError) -> [UInt8]? {
    guard let value = property.native else { return nil }
    let urid = URIDMap.shared.map(_:)
    var body = words([0, urid(Namespace.patch + "Set")])
    let key = try remote?.number(of: property.key) ?? urid(property.key)
    body += words([urid(Namespace.patch + "property"), 0, 4, urid(Namespace.atom + "URID"), key, 0])
    body += words([urid(Namespace.patch + "value"), 0, UInt32(value.count), urid(property.type)])
    body += value + [UInt8](repeating: 0, count: (8 - value.count % 8) % 8)
    return words([UInt32(body.count), urid(Namespace.atom + "Object")]) + body
  }

  private static func words(_ words: [UInt32]) -> [UInt8] {
    // SAFETY: The four bytes of each number are copied.
    words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
  }
}
