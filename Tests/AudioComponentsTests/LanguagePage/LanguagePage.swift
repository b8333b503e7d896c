import AudioComponents
import SQLite
import TestSupport
import Testing

/// The page of the query language, cut into what a reader sees: prose, tables, and blocks of code.
struct LanguagePage {
  struct Table {
    var line: Int
    var header: [String]
    var rows: [Row]
  }

  struct Row {
    var line: Int
    var cells: [String]
  }

  struct Block {
    var line: Int
    /// What stands behind the fence.
    var language: String
    var lines: [String]
  }

  private(set) var tables: [Table] = []
  private(set) var blocks: [Block] = []
  private(set) var prose: [(line: Int, text: String)] = []

  init() {
    let text = String(
      decoding: Child.contents(Repository.path("Sources/Language/ComponentQuery/README.md")), as: UTF8.self)
    var openBlock: Block?
    var isInTable = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
      let number = index + 1
      if var block = openBlock {
        if line == "```" { blocks.append(block) } else { block.lines.append(line) }
        openBlock = line == "```" ? nil : block
      } else if line.hasPrefix("```") {
        openBlock = Block(line: number, language: String(line.dropFirst(3)), lines: [])
      } else if line.hasPrefix("|") {
        add(Row(line: number, cells: Self.cells(line)), continues: isInTable)
      } else {
        prose.append((number, line))
      }
      isInTable = line.hasPrefix("|") && openBlock == nil
    }
  }

  static let shared = LanguagePage()

  private mutating func add(_ row: Row, continues: Bool) {
    if !continues {
      tables.append(Table(line: row.line, header: row.cells, rows: []))
    } else if !row.cells.allSatisfy({ $0 == "---" }) {
      tables[tables.count - 1].rows.append(row)
    }
  }

  /// The cells of a line; `\|` is a stroke in one of them.
  private static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if character == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells.dropLast().map(Self.trimmed)
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }

  /// The rows of all tables with a header.
  func rows(_ header: String...) -> [Row] { tables.filter { $0.header == header }.flatMap(\.rows) }

  /// What stands between back quotes, one after the other.
  static func code(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// A cell whose content is code as a whole; nil for any other.
  static func code(of cell: String) -> String? {
    guard cell.count > 2, cell.hasPrefix("`"), cell.hasSuffix("`") else { return nil }
    return String(cell.dropFirst().dropLast())
  }

  /// The parts of a list with commas; none of an empty text.
  static func list(_ cell: String) -> [String] { cell.split(separator: ",").map { trimmed($0) } }
}

/// The catalog that the page of the query language describes at its top, and asks in all its examples.
struct LanguagePageCatalog {
  private let bundles = HandmadeBundles()
  let manager: ComponentManager

  private init() throws {
    for (number, component) in Self.components.enumerated() { bundles.component("\(number).lv2", component) }
    manager = try bundles.manager()
    try manager.scan()
    try Self.setDates(bundles.folder("catalog.sqlite"))
    try Self.enterUserData(manager)
  }

  /// One catalog for all tests of a run, which only read it.
  static let shared = Result { try LanguagePageCatalog() }

  /// Runs a line of the page in a shell, where `aucat` is the program, and gives all that it says.
  func run(_ line: String) -> Child {
    let folder = bundles.folder
    let environment = [
      "PATH": Child.products + ":/usr/bin:/bin", "AUCAT_CATALOG": folder("catalog.sqlite"),
      "AUCAT_SYSTEM_CATALOG": "", "AUCAT_USER_STORE": folder("catalog.sqlite.user"), "LV2_PATH": bundles.path,
      "HOME": folder.path, "LC_ALL": "C", "folder": folder.path,
    ]
    return Child.run("/bin/sh", ["-c", "cd \"$folder\"; { \(line)\n} 2>&1"], environment: environment)
  }

  /// A scan says that it has found everything just now.
  private static func setDates(_ path: String) throws {
    let connection = try Connection(path, for: .writing)
    try connection.transaction {
      func set(_ date: String, where condition: String) throws {
        try connection.run("UPDATE component SET added_at = ?1, changed_at = ?1 WHERE \(condition)", [Value(date)])
      }
      try set("2026-10-03T08:00:00Z", where: "1")
      try set("2026-11-21T18:30:00Z", where: "name = 'Arpeggio'")
      try set("2026-11-21T18:30:15Z", where: "name = 'Tone'")
    }
  }

  private static func enterUserData(_ manager: ComponentManager) throws {
    let uris = Dictionary(uniqueKeysWithValues: components.map { ($0.name, $0.uri) })
    func uri(_ name: String) throws -> String { try demand(uris[name]) }
    try manager.setUserTagNames(["My Favorite Tag"], of: uri("Cathedral"))
    try manager.setUserTagNames(["Warm"], of: uri("Café Delay"))
    try manager.setUserTagNames(["My Favorite Tag", "Warm"], of: uri("Spring Reverb"))
    let live = try UserLabel(.collection, "Live")
    try manager.apply([
      .add(.favorite, to: uri("Cathedral")), .add(.hidden, to: uri("Old Chorus")), .add(live, to: uri("Black Pearl")),
      .add(live, to: uri("Café Delay")), .use(of: uri("Arpeggio")), .use(of: uri("Arpeggio")),
      .save(try SavedSearch("stereo halls", predicate: "tag == Reverb and audioOutputs == 2")),
    ])
  }

  private static let components = [
    HandmadeComponent(
      uri: "http://example.org/arpeggio", name: "Arpeggio", maker: "Ben", version: (0, 3), midi: (true, true),
      parameters: ["Rate"], more: "lv2:optionalFeature lv2:inPlaceBroken"),
    // The curated list knows this one by its URI.
    HandmadeComponent(
      uri: "http://gareus.org/oss/lv2/avldrums#BlackPearl", name: "Black Pearl", pluginClass: "lv2:InstrumentPlugin",
      maker: "Robin Gareus", version: (2, 10), audio: (0, 2), midi: (true, false),
      presets: ["Jazz Kit", "Rock Kit"], bank: "Drum Kits",
      more: "lv2:requiredFeature <http://lv2plug.in/ns/ext/urid#map>"),
    HandmadeComponent(
      uri: "http://example.org/cafe-delay", name: "Café Delay", pluginClass: "lv2:DelayPlugin", audio: (2, 2),
      parameters: ["Time", "Feedback"], more: "<urn:aucat:tags#standardTag> \"Delay\""),
    HandmadeComponent(
      uri: "http://example.org/cathedral", name: "Cathedral", pluginClass: "lv2:ReverbPlugin", maker: "Nordic Sound",
      version: (2, 4), audio: (2, 2), parameters: ["Decay", "Mix"], presets: ["Crypt", "Nave", "Vocal Booth"],
      more: "doap:license <http://opensource.org/licenses/isc>"),
    HandmadeComponent(
      uri: "http://example.org/old-chorus", name: "Old Chorus", pluginClass: "lv2:ChorusPlugin", maker: "Mojo Audio",
      audio: (1, 2), parameters: ["Depth"]),
    HandmadeComponent(
      uri: "http://example.org/spring-reverb", name: "Spring Reverb", pluginClass: "lv2:ReverbPlugin",
      maker: "Mojo Audio", version: (2, 1), audio: (1, 1), parameters: ["Dwell", "Mix"]),
    HandmadeComponent(
      uri: "http://example.org/tone", name: "Tone", pluginClass: "lv2:OscillatorPlugin", maker: "Mojo Audio",
      audio: (0, 1), parameters: ["Frequency"], units: ["Frequency": "hz"]),
    HandmadeComponent(
      uri: "http://example.org/vocal-compressor", name: "Vocal Compressor", pluginClass: "lv2:CompressorPlugin",
      maker: "Nordic Sound", version: (1, 2), audio: (2, 2), sideChain: true, reportsLatency: true,
      parameters: ["Threshold", "Ratio", "Mix"], presets: ["Vocal"],
      more: "lv2:optionalFeature lv2:hardRTCapable ; rdfs:comment \"Tames peaks.\""),
  ]
}
