import SQLite

@testable import ComponentStore

/// What the index of words of a catalog has.
struct WordIndexContent {
  let path: String

  /// Every word with its place and a component that has it there.
  func read() throws -> Set<String> {
    let connection = try Connection(path, for: .reading)
    let rows = try connection.rows("SELECT text, place, block, rows FROM posting JOIN word ON word.id = word")
    var content: Set<String> = []
    while let row = try rows.next() {
      guard case .blob(let bytes) = row.value(at: 3), let block = PostingBlock(bytes) else { continue }
      let (text, place, number) = (try row.text("text"), try row.integer("place"), try row.rowID("block"))
      for offset in block.offsets { content.insert("\(text) \(place) \(number << PostingBlock.shift + Int64(offset))") }
    }
    content.formUnion(try connection.texts("SELECT 'word ' || text || ifnull(stem, '') FROM word"))
    for word in try WordList(connection).words(.all) { content.insert("listed \(word.text)") }
    for word in try WordList(connection).words(.strong) { content.insert("strong \(word.text)") }
    content.formUnion(
      try connection.texts("SELECT block || ' ' || hex(features) FROM word_block WHERE length(features) > 0"))
    return content
  }

  /// What it has after it was rebuilt from the rows.
  func rebuilt() throws -> Set<String> {
    try rebuild()
    return try read()
  }

  func rebuild() throws {
    let connection = try Connection(path, for: .writing)
    try connection.transaction { try WordWriter(connection, rules: SmallCatalog.rules).rebuild() }
  }

  /// The version of the rules that built it; empty if it is invalid.
  func version() throws -> String {
    try Connection(path, for: .reading).texts("SELECT word_rules FROM catalog").first ?? ""
  }
}
