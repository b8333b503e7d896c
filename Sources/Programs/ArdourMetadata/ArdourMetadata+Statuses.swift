internal import AudioComponents

/// `plugin_statuses`: one line per plugin. Its kind, status and identifier are separated by white space, and the
/// identifier extends to the end of the line.
extension ArdourMetadata {
  mutating func readStatuses(_ bytes: [UInt8]) throws(UserDataError) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw UserDataError(line: nil, "it is not UTF-8") }
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.contains(where: { $0 < 0x20 && !XMLReader.isSpace($0) }) {
        throw UserDataError(line: number, "it holds a control character")
      }
      if line.allSatisfy(XMLReader.isSpace) { continue }
      guard let (kind, status, identifier) = Self.statusLine(line) else {
        throw UserDataError(line: number, "it must be a plugin's kind, its status and its URI")
      }
      try take(identifier, kind: kind, status: status, line: number)
    }
  }

  /// The parts of a line; nil if it doesn't have all three.
  static func statusLine(_ line: ArraySlice<UInt8>) -> (kind: String, status: String, identifier: String)? {
    let words = line.split(maxSplits: 2, whereSeparator: XMLReader.isSpace)
    guard words.count == 3 else { return nil }
    let rest = words[2].drop(while: XMLReader.isSpace).reversed().drop(while: XMLReader.isSpace).reversed()
    return (XMLReader.text(words[0]), XMLReader.text(words[1]), String(decoding: rest, as: UTF8.self))
  }

  private mutating func take(
    _ identifier: String, kind: String, status: String, line: Int
  ) throws(UserDataError) {
    let known = ["Favorite", "Hidden", "Normal", "Concealed"]
    guard known.contains(status) else {
      throw UserDataError(
        line: line, "the status `\(status.prefix(40))` is not one of \(known.joined(separator: ", "))")
    }
    guard Self.isLV2(kind) else {
      leftOut.otherKinds += 1
      return
    }
    guard let uri = uri(identifier, in: .statuses, line: line) else { return }
    // The last of several lines counts.
    statuses[uri] = nil
    switch status {
    case "Favorite": statuses[uri] = .favorite
    case "Hidden": statuses[uri] = .hidden
    // Ardour decides this at each start; the user did not.
    case "Concealed": leftOut.concealed += 1
    default: break
    }
  }
}
