internal import ComponentModel

/// Properties of a state as JSON: text as strings, so that people can read and change it, everything else bit for bit.
package enum StateJSON {
  private static let textTypes = ["String", "Path", "URI"].map { Namespace.atom + $0 }

  package static func object(_ property: StateProperty) -> JSON {
    var members: [(key: String, value: JSON)] = [("key", .string(property.key)), ("type", .string(property.type))]
    members.append(("flags", .int(Int(property.flags))))
    if let text = text(property) {
      members.append(("text", .string(text)))
    } else {
      members.append(("base64", .string(Base64.encoded(property.bytes))))
    }
    if !property.uris.isEmpty { members.append(("uris", .strings(property.uris))) }
    return .object(members)
  }

  /// The text of a value, without its final NUL; nil if the value is not text.
  private static func text(_ property: StateProperty) -> String? {
    if property.type == Namespace.atom + "URID" { return String(validating: property.bytes, as: UTF8.self) }
    guard textTypes.contains(property.type), property.bytes.last == 0 else { return nil }
    let bytes = property.bytes.dropLast()
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  package static func property(_ json: JSON, _ place: String) throws(ChainFile.FormatError) -> StateProperty {
    guard case .object(let list) = json else { throw ChainFile.FormatError("\(place) is not an object") }
    let members = Members(list, place)
    try members.rejectOthers(["key", "type", "flags", "text", "base64", "uris"])
    guard let key = try members.text("key"), let type = try members.text("type") else {
      throw ChainFile.FormatError("\(place) has no `key` or no `type`, which are URIs")
    }
    guard let flags = UInt32(exactly: try members.integer("flags") ?? 3) else {
      throw ChainFile.FormatError("\(place).flags is not a 32-bit number")
    }
    let uris = try members.texts("uris")
    if let text = try members.text("text") {
      let end: [UInt8] = type == Namespace.atom + "URID" ? [] : [0]
      return StateProperty(key: key, type: type, bytes: Array(text.utf8) + end, uris: uris, flags: flags)
    }
    guard let base64 = try members.text("base64") else {
      throw ChainFile.FormatError("\(place) has no `text` and no `base64`")
    }
    guard let bytes = Base64.decoded(base64) else {
      throw ChainFile.FormatError("\(place).base64 is not base64")
    }
    return StateProperty(key: key, type: type, bytes: bytes, uris: uris, flags: flags)
  }
}
