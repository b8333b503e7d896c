import AudioComponents
import Glibc

// Times queries of a catalog in this process: query-benchmark CATALOG [WORD], with WORD only
// the rows that have it in their name. Prepared and warm; prints the median in microseconds.

/// One line of the table.
struct Row {
  var name: String
  var microseconds: Double
  var result: Int
}

/// The median time of a query, after it has warmed up: enough runs to fill half a second, and at least five.
func measured(_ name: String, _ query: () throws -> Int) rethrows -> Row {
  let clock = ContinuousClock()
  var result = 0
  let first = try clock.measure { result = try query() }
  let runs = max(5, min(2_000, Int(0.5 / max(first / .seconds(1), 1e-6))))
  for _ in 0..<min(20, runs) { result = try query() }
  var times: [Double] = []
  for _ in 0..<runs { times.append(try clock.measure { result = try query() } / .microseconds(1)) }
  return Row(name: name, microseconds: times.sorted()[runs / 2], result: result)
}

func microseconds(_ duration: Duration) -> Int { Int(duration / .microseconds(1)) }

/// Resident memory of this process in bytes.
func memory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 200)
  guard fgets(&line, 200, file) != nil else { return 0 }
  let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
    separator: " ")
  return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
}

func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
  let blanks = String(repeating: " ", count: max(0, width - text.count))
  return right ? blanks + text : text + blanks
}

func run() throws {
  guard (2...3).contains(CommandLine.arguments.count) else {
    print("query-benchmark CATALOG [WORD]")
    exit(2)
  }
  var environment = Configuration.processEnvironment
  environment["AUCAT_CATALOG"] = CommandLine.arguments[1]
  var configuration = try Configuration(environment: environment)
  configuration.isPooled = true
  let before = memory()
  let clock = ContinuousClock()
  let start = clock.now
  let manager = ComponentManager(configuration)
  let opened = clock.now
  let found = try manager.prepare(manager.predicate("tag contains drum")).components().count
  print(
    "opened in \(microseconds(opened - start)) us, first query of \(found) in \(microseconds(clock.now - opened)) us")
  let total = try manager.prepare(manager.predicate("")).count()
  let wanted = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : ""
  var rows: [Row] = []

  func add(_ name: String, _ query: () throws -> Int) throws {
    if wanted.isEmpty || name.contains(wanted) { rows.append(try measured(name, query)) }
  }
  func time(_ name: String, _ text: String, _ query: (PreparedSearch) throws -> Int) throws {
    let search = manager.prepare(try manager.predicate(text))
    try add(name) { try query(search) }
  }
  let middle = try manager.prepare(manager.predicate("type == Effect")).uris(limit: total / 2).last ?? ""
  try time("by URI", "uri == \"\(middle)\"") { try $0.uris().count }
  try time("one tag (Reverb), first 50", "tag == Reverb") { try $0.uris(limit: 50).count }
  try time("one tag (Drums), first 50", "tag contains drum") { try $0.uris(limit: 50).count }
  try time("two tags, AND, count", "tag == Equalizer and tag == Mastering") { try $0.count() }
  try time("name contains verb, first 50", "name contains verb") { try $0.uris(limit: 50).count }
  try time("name contains[cd] pad, first 50", "name contains[cd] PAD") { try $0.uris(limit: 50).count }
  try time("name contains a rare word, first 50", "name contains Plumes") { try $0.uris(limit: 50).count }
  try add("counts by tag over everything") { try manager.tagCounts().count }
  try time("facets of one tag", "tag == Reverb") { try $0.facets().tags.count }
  try time("one tag, first 50 as components by name", "tag == Reverb") { try $0.components(limit: 50).count }
  try time("a comparison of numbers, count", "parameters > 20") { try $0.count() }
  try time("everything, first 50 as components by name", "") { try $0.components(limit: 50).count }
  try time("facets of everything", "") { try $0.facets().tags.count }
  try time("preset.name contains, first 50", "preset.name contains[c] vocal") { try $0.uris(limit: 50).count }
  try time("parameter.name contains, first 50", "parameter.name contains feedback") { try $0.uris(limit: 50).count }
  try time("either of two texts, count", "parameter.name contains[c] feedback or comment contains[c] tape") {
    try $0.count()
  }
  try time("MATCHES beside a tag, count", "tag == Reverb and name matches \".*[Vv]erb.*\"") { try $0.count() }
  try time("plain words (reverb stereo), first 50", "reverb stereo") { try $0.uris(limit: 50).count }
  for words in ["reverb", "stereo", "warm tape delay", "qwertz reverb"] {
    try time("plain words (\(words)), best 50", words) { try $0.components(limit: 50).count }
  }
  for words in ["r", "re", "reve"] {
    let search = manager.prepare(try manager.predicate(words), words: .typing)
    try add("typing \(words), best 50") { try search.components(limit: 50).count }
  }
  try time("facets of plain words (reverb)", "reverb") { try $0.facets().tags.count }
  let kept = memory()
  if total <= 100_000, wanted.isEmpty || wanted.contains("closure") {
    let first = try clock.measure { _ = try manager.components { component, _ in component.audioInputs == 2 } }
    rows.append(
      Row(name: "closure over everything, first call", microseconds: first / .microseconds(1), result: total))
    try add("closure over everything, later calls") {
      try manager.components { component, _ in component.audioInputs == 2 }.count
    }
  }
  print("\(total) components")
  for row in rows {
    let shown = "\(Double(Int(row.microseconds * 10)) / 10)"
    print(padded(row.name, 44) + padded(shown, 14, right: true) + " us" + padded("\(row.result)", 10, right: true))
  }
  print("memory \((kept - before) / max(1, total)) bytes a component, \((kept - before) >> 10) KiB in all")
}

try run()
