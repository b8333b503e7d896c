package import ComponentModel

/// The members of a JSON object, read by name and type.
package struct Members {
  package let place: String
  private let members: [(key: String, value: JSON)]

  /// - Parameter place: where the object is, for errors; empty for the outermost.
  package init(_ members: [(key: String, value: JSON)], _ place: String) {
    self.members = members
    self.place = place
  }

  /// The value of a member, whatever its type; nil if there is none.
  package func value(_ key: String) -> JSON? { members.last { $0.key == key }?.value }

  private func fault(_ key: String, _ words: String) -> ChainFile.FormatError {
    ChainFile.FormatError("\(place.isEmpty ? key : "\(place).\(key)") is not \(words)")
  }

  /// Rejects unknown members: each is probably a typo, and would otherwise be ignored silently.
  package func rejectOthers(_ known: [String]) throws(ChainFile.FormatError) {
    for (key, _) in members where !known.contains(key) {
      throw ChainFile.FormatError(
        "\(place.isEmpty ? "it" : place) has the unknown key `\(key)`; its keys are \(known.joined(separator: ", "))")
    }
  }

  /// Whether a member is missing or null.
  package func isNull(_ key: String) -> Bool { value(key) ?? .null == .null }

  /// The text of a member; nil if it is missing or null.
  package func text(_ key: String) throws(ChainFile.FormatError) -> String? {
    guard let value = value(key), value != .null else { return nil }
    guard let text = value.text else { throw fault(key, "text") }
    return text
  }

  /// The truth value of a member; nil if it is missing or null.
  package func flag(_ key: String) throws(ChainFile.FormatError) -> Bool? {
    guard let value = value(key), value != .null else { return nil }
    guard case .bool(let flag) = value else { throw fault(key, "true or false") }
    return flag
  }

  /// The whole number of a member; nil if it is missing or null.
  package func integer(_ key: String) throws(ChainFile.FormatError) -> Int? {
    guard let value = value(key), value != .null else { return nil }
    guard case .int(let number) = value else { throw fault(key, "a whole number") }
    return number
  }

  /// The number of a member; nil if it is missing or null.
  package func number(_ key: String) throws(ChainFile.FormatError) -> Double? {
    guard let value = value(key), value != .null else { return nil }
    guard let number = value.double else { throw fault(key, "a number") }
    return number
  }

  /// The values of an array; none if it is missing.
  package func array(_ key: String) throws(ChainFile.FormatError) -> [JSON] {
    guard let value = value(key), value != .null else { return [] }
    guard case .array(let values) = value else { throw fault(key, "an array") }
    return values
  }

  /// The members of an object; nil if it is missing or null.
  package func object(_ key: String) throws(ChainFile.FormatError) -> Members? {
    guard let value = value(key), value != .null else { return nil }
    guard case .object(let members) = value else { throw fault(key, "an object") }
    return Members(members, key)
  }

  /// The members of an object, in order; none if it is missing.
  package func entries(_ key: String) throws(ChainFile.FormatError) -> [(key: String, value: JSON)] {
    guard let value = value(key), value != .null else { return [] }
    guard case .object(let members) = value else { throw fault(key, "an object") }
    return members
  }

  /// An array of strings; empty if it is missing.
  package func texts(_ key: String) throws(ChainFile.FormatError) -> [String] {
    let values = try array(key)
    let texts = values.compactMap(\.text)
    guard texts.count == values.count else { throw fault(key, "an array of texts") }
    return texts
  }

  /// An object of numbers; empty if it is missing.
  package func numbers(_ key: String) throws(ChainFile.FormatError) -> [String: Float] {
    guard let value = value(key), value != .null else { return [:] }
    guard case .object(let members) = value else { throw fault(key, "an object") }
    var numbers: [String: Float] = [:]
    for (name, value) in members {
      guard let number = value.double, Float(number).isFinite else {
        throw fault("\(key).\(name)", "a 32-bit number")
      }
      numbers[name] = Float(number)
    }
    return numbers
  }
}
