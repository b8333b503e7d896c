internal import ComponentModel

/// Messages that set parameters: atoms as the render thread appends them to a sequence.
enum PatchMessage {
  /// `patch:Set` of one property; nil if the value does not have the form of its type.
  static func set(_ property: StateProperty) -> [UInt8]? {
    guard let value = property.native else { return nil }
    let urid = URIDMap.shared.map(_:)
    var body = words([0, urid(Namespace.patch + "Set")])
    let key = urid(property.key)
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
