internal import ComponentModel

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
      let words = line.split(maxSplits: 2, whereSeparator: XMLReader.isSpace)
      if words.isEmpty { continue }
      guard words.count == 3 else {
        throw UserDataError(line: number, "it is not a plugin's kind, its status and its URI")
      }
      let rest = words[2].drop(while: XMLReader.isSpace).reversed().drop(while: XMLReader.isSpace).reversed()
      try take(
        String(decoding: rest, as: UTF8.self), kind: XMLReader.text(words[0]), status: XMLReader.text(words[1]),
        line: number)
    }
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
