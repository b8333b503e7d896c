import ComponentModel
import ComponentQuery
import SQLite
import TestSupport

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

/// A catalog whose index of words is looked at.
struct IndexedCatalog {
  var folder = TemporaryFolder()
  var path: String { folder("catalog.sqlite") }

  /// One with everything that ``SmallCatalog`` has.
  static func small() throws -> IndexedCatalog { IndexedCatalog(folder: try SmallCatalog().folder) }

  static func plugin(_ name: String, comment: String) -> ScannedPlugin {
    var record = SmallCatalog.plugin("urn:a").record
    record.names = [LocalizedText(name)]
    record.comment = comment
    return ScannedPlugin(record: record, traits: ComponentTraits(of: record), grants: [])
  }

  /// What a scan reads of a bundle with one plugin.
  static func items(_ name: String, comment: String = "") -> [ScanWriter.Item] {
    let plugin = plugin(name, comment: comment)
    return SmallCatalog.bundle("\(SmallCatalog.root)/a.lv2", content: plugin.digest, plugins: [plugin])
  }

  func writer() throws -> ScanWriter {
    try ScanWriter(
      try Catalog.openForWriting(path), roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
  }

  func scan(_ name: String, comment: String = "") throws {
    try SmallCatalog.scan(try Catalog.openForWriting(path)) { try $0.writeItems(Self.items(name, comment: comment)) }
  }

  func edit(_ sql: String) throws { try Connection(path, for: .writing).execute(sql) }

  func read<Result>(_ view: CatalogView = SmallCatalog.view, _ body: (ReadState) throws -> Result) throws -> Result {
    try demand(Catalog.openForReading(path)).read(view, body)
  }

  /// Where the index has a word.
  func hits(of text: String) throws -> [String] {
    try read { try $0.wordIndex().hits(of: Self.word(text)).map { "\($0.field) \($0.kind)" } }
  }

  static func word(_ text: String) -> SearchWord { SearchWord(text, rules: SmallCatalog.rules) }

  /// Every word of the index with its place and a component that has it there.
  func index() throws -> Set<String> {
    let connection = try Connection(path, for: .reading)
    let rows = try connection.rows("SELECT text, place, rows FROM posting JOIN word ON word.id = word")
    var content: Set<String> = []
    while let row = try rows.next() {
      guard case .blob(let bytes) = row.value(at: 2) else { continue }
      let (text, place) = (try row.text("text"), try row.integer("place"))
      _ = PostingRows.forEach(in: bytes) { content.insert("\(text) \(place) \($0)") }
    }
    content.formUnion(try connection.texts("SELECT 'word ' || text || ifnull(stem, '') || ' ' || places FROM word"))
    for word in try WordList(connection).words(.all) { content.insert("listed \(word)") }
    for word in try WordList(connection).words(.strong) { content.insert("strong \(word)") }
    content.formUnion(
      try connection.texts(
        "SELECT 'features ' || component || ' ' || name_words || ' ' || tags || ' ' || variant FROM component_feature"))
    return content
  }

  /// What the index has after it was rebuilt from the rows.
  func rebuilt() throws -> Set<String> {
    let connection = try Connection(path, for: .writing)
    try connection.transaction { try WordWriter(connection, rules: SmallCatalog.rules).rebuild() }
    return try index()
  }

  /// The version of the rules that built it; empty if it is invalid.
  func version() throws -> String {
    try Connection(path, for: .reading).texts("SELECT word_rules FROM catalog").first ?? ""
  }
}
