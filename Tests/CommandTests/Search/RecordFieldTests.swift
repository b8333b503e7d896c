import AudioComponents
import Foundation
import SQLite
import TestSupport
import Testing

@testable import AucatCommands

/// A field of a record is everywhere that the record is, or ``RecordFields`` says why not.
struct RecordFieldTests {
  @Test("each field of a record is in JSON, SQL, C and Python, or absent for a reason", arguments: RecordFields.all)
  func fields(record: RecordFields) throws {
    let places = try record.places()
    verify(record.fields.count > 3)
    verify(record.absent.keys.allSatisfy(record.fields.contains), "exceptions without a field")
    verify(record.spellings.keys.allSatisfy(record.fields.contains), "spellings without a field")
    for field in record.fields {
      for (place, names) in places {
        let found = record.candidates(for: field, in: place).contains(where: names.contains)
        let isAbsent = record.absent[field]?.places.contains(place) == true
        verify(found || isAbsent, "\(record.name).\(field) is missing in \(place), which has \(names.sorted())")
        verify(!(found && isAbsent), "\(record.name).\(field) is in \(place), but its exception is still here")
      }
    }
  }

  @Test("a field that a place lacks is found, however its name is spelt") func finds() throws {
    let record = RecordFields(ComponentPort.self, ["hasMIDIInput", "defaultValue", "minimumSize"])
    verify(record.candidates(for: "hasMIDIInput", in: .json), equals: ["hasMidiInput", "midiInput"])
    verify(record.candidates(for: "hasMIDIInput", in: .c), equals: ["has_midi_input", "midi_input"])
    verify(record.candidates(for: "defaultValue", in: .python), equals: ["default_value", "default"])
    verify(record.candidates(for: "minimumSize", in: .sql), equals: ["minimum_size"])
    for (place, names) in try RecordFields.port.places() { verify(!names.contains("imagined"), "\(place)") }
  }
}

/// The fields of a record, and how each place spells them.
struct RecordFields: Sendable, CustomTestStringConvertible {
  /// What shows records to somebody else.
  enum Place: CaseIterable {
    case json, sql, c, python
  }

  let name: String
  /// As Swift names them.
  let fields: [String]
  /// Names that don't follow from Swift's.
  var spellings: [String: [Place: String]] = [:]
  /// What is deliberately not there.
  var absent: [String: (places: Set<Place>, reason: String)] = [:]
  /// The names that a place has.
  private var names: [Place: @Sendable () throws -> Set<String>] = [:]

  var testDescription: String { name }

  init(_ type: Any.Type, _ fields: [String]) {
    name = "\(type)"
    self.fields = fields
  }

  private init(of record: Any, json: [String], sql: [String], c: [String], python: String) {
    self.init(type(of: record), Mirror(reflecting: record).children.compactMap(\.label))
    names = [
      .json: { Self.jsonKeys(at: json) }, .sql: { try Self.columns(of: sql) },
      .c: { try Self.functions(beginningWith: c) }, .python: { try Self.members(ofClass: python) },
    ]
  }

  func places() throws -> [Place: Set<String>] { try names.mapValues { try $0() } }

  /// What a field may be called: as in Swift, without `is` or `has`, or without `Value`; in words with underscores but in JSON.
  func candidates(for field: String, in place: Place) -> [String] {
    if let spelling = spellings[field]?[place] { return [spelling] }
    let words = field.replacing(/([a-z])([A-Z])/, with: { "\($0.1)_\($0.2)" })
      .replacing(/([A-Z])([A-Z][a-z])/, with: { "\($0.1)_\($0.2)" }).lowercased().split(separator: "_").map(String.init)
    var forms = [words]
    if ["is", "has"].contains(words[0]) { forms.append(Array(words.dropFirst())) }
    if words.count > 1, words.last == "value" { forms.append(words.dropLast()) }
    return forms.map { form in
      place == .json ? form[0] + form.dropFirst().map(\.capitalized).joined() : form.joined(separator: "_")
    }
  }

  // MARK: What the places have

  /// The keys of `info --json`, or of the first object of one of its lists.
  private static func jsonKeys(at path: [String]) -> Set<String> {
    let component = Component(rowID: 1, uri: "urn:x", name: "X", type: .effect, bundle: "/x.lv2")
    var details = ComponentDetails()
    details.ports = [Self.somePort]
    details.patchParameters = [Self.someParameter]
    details.presets = [Self.somePreset]
    var value = ComponentJSON.object(component, details, collections: [], measurement: nil)
    for key in path {
      guard case .object(let members) = value,
        case .array(let elements)? = members.first(where: { $0.key == key })?.value
      else { return [] }
      value = elements.first ?? .null
    }
    guard case .object(let members) = value else { return [] }
    return Set(members.map(\.key))
  }

  /// The columns of tables and views of the catalog, and the names of all its tables, which hold what is a list.
  private static func columns(of tables: [String]) throws -> Set<String> {
    let folder = TemporaryFolder()
    let connection = try Connection(folder("catalog.sqlite"), for: .writing)
    try connection.execute(try text("schema/catalog.sql"))
    let columns = try tables.flatMap { try connection.texts("SELECT name FROM pragma_table_info(?)", [Value($0)]) }
    return Set(columns + (try connection.texts("SELECT 'table ' || name FROM sqlite_schema WHERE type = 'table'")))
  }

  /// The functions of `aucat.h` whose names begin so, without these beginnings.
  private static func functions(beginningWith prefixes: [String]) throws -> Set<String> {
    let functions = try text("Sources/Libraries/CAucat/aucat.h").matches(of: /\b(aucat_\w+)\(/).map { String($0.1) }
    return Set(
      prefixes.flatMap { prefix in
        functions.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      })
  }

  /// The properties, methods and attributes of a class of the Python package.
  private static func members(ofClass name: String) throws -> Set<String> {
    let modules = try ["component", "ports"].map { try text("Sources/Libraries/python/aucat/\($0).py") }.joined()
    let body = modules.components(separatedBy: "\nclass ").first {
      $0.hasPrefix(name + ":") || $0.hasPrefix(name + "(")
    }
    let own = (body ?? "").components(separatedBy: "\ndef ")[0]
    return Set(own.matches(of: /(?m)^    (?:def (\w+)\(|(\w+): )/).compactMap { ($0.1 ?? $0.2).map(String.init) })
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Repository.path(path), encoding: .utf8)
  }
}

// MARK: - The records

extension RecordFields {
  static let all = [component, details, port, parameter, preset]

  fileprivate static let somePort = ComponentPort(index: 0, symbol: "x", name: "X", kind: .control, direction: .input)
  fileprivate static let someParameter = PatchParameter(uri: "urn:p", name: "P", isWritable: true, isReadable: true)
  fileprivate static let somePreset = ComponentDetails.Preset(uri: "urn:q", name: "Q", bank: nil, bundle: "/x.lv2")

  static let port: RecordFields = {
    var record = RecordFields(
      of: somePort, json: ["portList"], sql: ["port", "ports"], c: ["aucat_port_"], python: "Port")
    record.spellings = [
      "index": [.sql: "position"], "kind": [.c: "get_kind"], "direction": [.c: "is_input", .python: "is_input"],
      "scalePoints": [.c: "point_count", .python: "points"], "group": [.sql: "port_group"],
      "properties": [.c: "has_property", .python: "has_property"],
    ]
    record.absent = [
      "index": ([.c], "functions take it"),
      "supports": ([.c, .python], "a host that connects events reads the bundle to load it"),
      "minimumSize": ([.c, .python], "a host that connects events reads the bundle to load it"),
    ]
    return record
  }()

  static let parameter: RecordFields = {
    var record = RecordFields(
      of: someParameter, json: ["parameterList"], sql: ["patch_parameter"], c: ["aucat_patch_parameter_"],
      python: "PatchParameter")
    record.spellings = ["valueType": [.c: "type", .python: "type"]]
    return record
  }()

  static let preset: RecordFields = {
    var record = RecordFields(
      of: somePreset, json: ["presetList"], sql: ["preset", "presets"], c: ["aucat_preset_"], python: "Preset")
    record.absent = ["bundle": ([.c, .python], "chains find an installed preset by its URI")]
    return record
  }()

  static let component: RecordFields = {
    let component = Component(rowID: 1, uri: "urn:x", name: "X", type: .effect, bundle: "/x.lv2")
    var record = RecordFields(
      of: component, json: [], sql: ["component", "components"], c: ["aucat_component_", "aucat_details_"],
      python: "Component")
    record.spellings = [
      "rowID": [.sql: "id"],
      "untranslatedName": [.json: "names", .sql: "names", .c: "name_language", .python: "names"],
      "pluginClass": [.json: "class", .sql: "class", .c: "class", .python: "lv2_class"],
      "parameters": [.python: "parameter_count"], "presets": [.sql: "table preset", .python: "preset_count"],
      "uses": [.python: "use_count"], "requiredFeatures": [.c: "feature_count"],
      "tags": [.sql: "table component_tag", .c: "tag_count"], "realtime": [.sql: "waits"],
    ]
    let inUserStore = "the user store has it"
    let asked = "hosts put it into searches"
    record.absent = [
      "rowID": ([.json, .c, .python], "a scan may give it to another component"),
      "localizedType": ([.sql], "it depends on the caller's language"),
      "isFavorite": ([.sql], inUserStore), "isHidden": ([.sql], inUserStore), "uses": ([.sql], inUserStore),
      "lastUsed": ([.sql, .c, .python], inUserStore + ", and hosts sort by it"),
      "verdict": ([.sql, .c, .python], "it is the bundle's, and hosts see only what was scanned"),
      "validation": ([.c, .python], asked), "addedAt": ([.c, .python], asked), "changedAt": ([.c, .python], asked),
    ]
    return record
  }()

  static let details: RecordFields = {
    var record = RecordFields(
      of: ComponentDetails(), json: [], sql: ["component", "components"], c: ["aucat_component_", "aucat_details_"],
      python: "Component")
    record.spellings = [
      "names": [.c: "name_count"], "ports": [.json: "portList", .sql: "table port", .c: "port_count"],
      "patchParameters": [.json: "parameterList", .sql: "table patch_parameter", .c: "patch_parameter_count"],
      "presets": [.json: "presetList", .sql: "table preset", .c: "preset_count"],
      "replaces": [.sql: "table replaced"], "uses": [.python: "use_count"],
    ]
    let ofLoading = "a host needs it to load the component, and then has read the bundle"
    let ofAuthors = "it is for people who look into bundles"
    record.absent = [
      "classes": ([.c, .python], "the most telling one is there"), "shortName": ([.c, .python], "hosts show the name"),
      "optionalFeatures": ([.c, .python], ofLoading), "extensionData": ([.c, .python], ofLoading),
      "interfaces": ([.c, .python], ofLoading), "isLive": ([.c, .python], ofLoading),
      "replaces": ([.c, .python], "the library itself finds what replaces a component"),
      "remarks": ([.c, .python], ofAuthors), "uses": ([.sql], "the user store has it"),
      "lastUsed": ([.sql, .c, .python], "the user store has it, and hosts sort by it"),
      "hosts": ([.sql, .c, .python], "profiles decide when a search asks for usableIn"),
    ]
    return record
  }()
}
