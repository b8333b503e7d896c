package import ComponentModel

extension IntentTarget {
  /// The targets of an intent as the table has them: `compressor=3, "surge protect"=2`.
  ///
  /// - Parameter tag: the standard tag with an identifier; nil if no component has it.
  /// - Returns: those that can be read.
  package static func targets(
    parsing text: String, tag: (String) throws -> Tag?
  ) rethrows -> [IntentTarget] {
    try text.split(separator: ",").compactMap { part in
      guard let sign = part.lastIndex(of: "="), let weight = Double(part[part.index(after: sign)...].withoutOuterSpaces)
      else {
        return nil
      }
      let name = String(part[..<sign].withoutOuterSpaces)
      guard name.hasPrefix("\"") else { return try tag(name).map { IntentTarget(.tag($0), weight: weight) } }
      let words = name.split { $0 == "\"" || $0 == " " }.map(String.init)
      return words.isEmpty ? nil : IntentTarget(.words(words), weight: weight)
    }
  }
}
