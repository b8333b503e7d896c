internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Reads the names of standard tags in all languages: the table `tag_alias`. Use it on one thread.
package final class AliasReader {
  private let connection: Connection
  private var groups: [String: Group] = [:]
  private var allNames: [UInt8]?

  init(_ connection: Connection) { self.connection = connection }

  /// The names with the same beginning.
  private struct Group {
    /// The identifiers of the tags with a name.
    var byName: [String: Set<String>] = [:]
    /// The names by stem. Names with letters other than those of ASCII have no stem.
    var byStem: [String: [String]] = [:]
    /// The names without a stem.
    var others: [String] = []
  }

  /// The identifiers of the standard tags with a name, in any language; if there are none, of those with a form of that
  /// name.
  ///
  /// - Parameter squeezed: the name's words joined into one: `SearchWord.squeezed`.
  package func tags(named squeezed: String) throws -> (identifiers: [String], areExact: Bool) {
    let group = try group(with: AliasRows.beginning(of: squeezed))
    if let exact = group.byName[squeezed] { return (exact.sorted(), true) }
    let forms =
      Stem.isASCII(squeezed)
      ? group.byStem[Stem.of(squeezed)] ?? [] : group.others.filter { Stem.isShared($0, squeezed) }
    return (Set(forms.filter { Stem.isForm($0, of: squeezed) }.flatMap { group.byName[$0] ?? [] }).sorted(), false)
  }

  private func group(with beginning: String) throws -> Group {
    if let known = groups[beginning] { return known }
    var group = Group()
    let rows = try connection.rows(
      "SELECT names FROM tag_alias WHERE beginning = ?", [Value(beginning)])
    if let lines = try rows.nextText() {
      Self.forEachLine(lines) { name, tag in
        let name = String(Substring(name))
        if group.byName[name, default: []].isEmpty {
          if Stem.isASCII(name) {
            group.byStem[Stem.of(name), default: []].append(name)
          } else {
            group.others.append(name)
          }
        }
        group.byName[name, default: []].insert(String(Substring(tag)))
      }
    }
    groups[beginning] = group
    return group
  }

  /// Passes the bytes of each name to `body`.
  func forEachName(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    for name in Lines(try names()) { try body(name) }
  }

  /// Every name, one per line.
  private func names() throws -> [UInt8] {
    if let allNames { return allNames }
    var names: [UInt8] = []
    let rows = try connection.rows("SELECT names FROM tag_alias")
    while let lines = try rows.nextText() { Self.addNames(of: lines, to: &names) }
    allNames = names
    return names
  }

  /// Adds the first field of each line. All lines are read to correct a misspelt word, so they are not split into
  /// strings.
  private static func addNames(of lines: String, to names: inout [UInt8]) {
    var isName = true
    for byte in lines.utf8 {
      switch byte {
      case 0x09:
        if isName { names.append(0x0A) }
        isName = false
      case 0x0A: isName = true
      default: if isName { names.append(byte) }
      }
    }
  }

  private static func forEachLine(
    _ lines: String, _ body: (_ name: Substring.UTF8View, _ tag: Substring.UTF8View) -> Void
  ) {
    for line in lines.utf8.split(separator: 0x0A) {
      let parts = line.split(separator: 0x09)
      if parts.count == 2 { body(parts[0], parts[1]) }
    }
  }
}
