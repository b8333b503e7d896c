internal import CatalogStore
internal import StoreFiles
package import ComponentModel
internal import Linux
internal import SQLite

/// Examines a catalog without changing it.
package struct CatalogExamination {
  private let file: StoreFile

  /// The version of the schema that this program writes.
  package static var schema: Int { StoreKind.catalog.version }

  /// An examination of the catalog at a path.
  package init(_ path: String) { file = StoreFile(kind: .catalog, path: path) }

  /// Examines the file at the path, as a caller sees it. Reads all of it.
  package func health(view: CatalogView) -> CatalogHealth {
    var health = CatalogHealth(path: file.path, state: .missing, supportedSchema: file.kind.version)
    health.isWritable = isWritable
    health.leftovers = leftovers
    do {
      guard try file.isReadable() else { return health }
      if let damage = try file.damage() { throw damage }
      let (opened, state) = try file.inspected()
      let connection = opened.connection
      try translatingErrors(.catalog, path: file.path) {
        try connection.transaction(.deferred) {
          try examine(connection, state: state, view: view, into: &health)
        }
      }
    } catch let error as StoreError {
      health.state = Self.state(error)
    } catch {
      health.state = .unreadable("\(error)")
    }
    return health
  }

  private var isWritable: Bool {
    file.exists ? Path.isWritable(file.path) : Path.canMake(file.path)
  }

  /// The files beside the catalog that have its name with another ending, and are no longer used.
  private var leftovers: [String] {
    let folder = StoreFile.parent(file.path)
    let name = LexicalPath.name(of: file.path)
    let stem = name.hasSuffix(".sqlite") ? String(name.dropLast(7)) : name
    let names = DirectoryReader.entries(of: folder).map(\.name).filter { other in
      other.hasPrefix(name + ".damaged-") || other.hasPrefix(stem + "-") && other.hasSuffix(".sqlite")
    }
    return names.sorted().map { "\(folder)/\($0)" }
  }

  private static func state(_ error: StoreError) -> CatalogHealth.State {
    switch error.code {
    case .damaged: .damaged(error.detail)
    case .foreign: .foreign(error.detail)
    case .newer: .newer
    case .unreachable: .unreachable(error.detail)
    default: .unreadable(error.detail)
    }
  }

  private func examine(
    _ connection: Connection, state: StoreKind.State, view: CatalogView, into health: inout CatalogHealth
  ) throws {
    health.schema = Int(try connection.number("PRAGMA user_version") ?? 0)
    switch state {
    case .current: health.state = .sound
    case .older: health.state = .older
    case .newer: health.state = .newer
    case .empty: health.state = .missing
    case .mislabelled: health.state = .damaged("its schema or mark is not the one that its header names")
    case .foreign(let application): health.state = .foreign("its application_id is \(application)")
    }
    if state == .current { try readContent(connection, view: view, into: &health) }
  }

  private func readContent(
    _ connection: Connection, view: CatalogView, into health: inout CatalogHealth
  ) throws {
    let rows = try connection.rows(
      """
      SELECT generation, scanned_at, (SELECT count(*) FROM bundle) AS bundles,
             (SELECT count(*) FROM component) AS components, (SELECT count(*) FROM preset) AS presets,
             (SELECT count(*) FROM tag) AS tags FROM catalog
      """)
    guard let row = try rows.next() else { return }
    health.generation = try row.integer("generation")
    health.lastScan = try row.optionalText("scanned_at").flatMap { UTCTime($0) }
    health.counts.bundles = try row.integer("bundles")
    health.counts.components = try row.integer("components")
    health.counts.presets = try row.integer("presets")
    health.counts.tags = try row.integer("tags")
    health.unfinished = try connection.texts("SELECT path FROM bundle WHERE turtle_stamp IS NULL ORDER BY path")
    let caches = try CatalogCache(connection, view, version: 0)
    health.quarantined = try QuarantineReader(connection: connection, visibility: caches.visibility).bundles()
    health.duplicates = try duplicates(connection, caches.visibility)
    health.binaries = try binaries(connection, caches.visibility)
  }

  private func binaries(
    _ connection: Connection, _ visibility: Visibility
  ) throws -> [CatalogHealth.Binary] {
    let condition = visibility.condition(on: "c.bundle") ?? "1"
    let rows = try connection.rows(
      "SELECT c.binary, c.name FROM component AS c WHERE \(condition) ORDER BY c.binary, c.name, c.uri")
    var binaries: [CatalogHealth.Binary] = []
    while let row = try rows.next() {
      let path = try row.text("binary")
      if binaries.last?.path != path { binaries.append(CatalogHealth.Binary(path: path, names: [])) }
      binaries[binaries.count - 1].names.append(try row.text("name"))
    }
    return binaries
  }

  private func duplicates(
    _ connection: Connection, _ visibility: Visibility
  ) throws -> [CatalogHealth.Duplicate] {
    let condition = visibility.condition(on: "c.bundle") ?? "1"
    let rows = try connection.rows(
      """
      SELECT c.id, c.uri, c.version_minor, c.version_micro, b.path FROM component AS c JOIN bundle AS b ON b.id = c.bundle
      WHERE c.rival AND \(condition) ORDER BY c.uri, b.path
      """)
    var duplicates: [CatalogHealth.Duplicate] = []
    while let row = try rows.next() {
      let uri = try row.text("uri")
      let rival = CatalogHealth.Rival(
        bundle: try row.text("path"),
        version: Version(minor: try row.integer("version_minor"), micro: try row.integer("version_micro")),
        isShown: !visibility.shadowed.contains(try row.rowID("id")))
      if duplicates.last?.uri != uri { duplicates.append(CatalogHealth.Duplicate(uri: uri, rivals: [])) }
      let position = rival.isShown ? 0 : duplicates[duplicates.count - 1].rivals.count
      duplicates[duplicates.count - 1].rivals.insert(rival, at: position)
    }
    return duplicates.filter { $0.rivals.count > 1 }
  }
}
