/// The state of a catalog's file and of what it holds.
package struct CatalogHealth: Sendable {
  /// The state of the catalog's path.
  package enum State: Hashable, Sendable {
    /// A catalog in which SQLite's checks find nothing wrong.
    case sound
    /// No file, or an empty one: the next scan makes a catalog.
    case missing
    /// A file that isn't a database, or a broken one: the next full scan rebuilds it.
    case damaged(String)
    /// A database of another program.
    case foreign(String)
    /// A catalog of an earlier version: the next scan makes a new one.
    case older
    /// A catalog of a later version, which is left alone.
    case newer
    /// A link on the path leads nowhere, or a file is in the place of a directory.
    case unreachable(String)
    /// A file that can't be read, for this reason.
    case unreadable(String)
    /// The environment names no place for it, so each program scans into memory.
    case nowhere
  }

  /// A bundle that declares a component which others declare too.
  package struct Rival: Hashable, Sendable {
    /// Canonical path of the bundle's directory.
    package var bundle: String
    /// The component's version in this bundle.
    package var version: Version
    /// Whether the caller sees this one.
    package var isShown: Bool

    package init(bundle: String, version: Version, isShown: Bool) {
      self.bundle = bundle
      self.version = version
      self.isShown = isShown
    }
  }

  /// A component that several bundles of the search path declare.
  package struct Duplicate: Hashable, Sendable {
    /// The URI of the component.
    package var uri: String
    /// The bundles that declare it, the one whose component is shown first.
    package var rivals: [Rival]

    package init(uri: String, rivals: [Rival]) {
      self.uri = uri
      self.rivals = rivals
    }
  }

  /// A binary of plugins of the search path.
  package struct Binary: Hashable, Sendable {
    /// Absolute path of the file.
    package var path: String
    /// The names of its plugins, in English or without a language, sorted.
    package var names: [String]

    package init(path: String, names: [String]) {
      self.path = path
      self.names = names
    }
  }

  /// The numbers of rows in a catalog, whichever directories lead to them.
  package struct Counts: Hashable, Sendable {
    package var bundles = 0
    package var components = 0
    package var presets = 0
    package var tags = 0

    package init() {}
  }

  /// Path of the file; empty for ``State/nowhere``.
  package var path: String
  /// What was found at the path.
  package var state: State
  /// Whether it is the one that the users of the machine share, because the caller has no catalog of their own.
  package var isOfMachine = false
  /// Whether a scan can write it, or make it if it is missing.
  package var isWritable = false
  /// The version of its schema; nil if it has none.
  package var schema: Int?
  /// The version of the schema that this program writes.
  package var supportedSchema: Int
  /// How much the catalog holds.
  package var counts = Counts()
  /// The number of the last scan that changed something.
  package var generation = 0
  /// When the last complete scan changed something; nil if none has.
  package var lastScan: UTCTime?
  /// Paths of bundles that are known but were not read to the end: the next scan reads them.
  package var unfinished: [String] = []
  /// Bundles and plugins of the search path that are kept away from hosts, with the reasons.
  package var quarantined: [QuarantinedBundle] = []
  /// Components of the search path that several bundles declare.
  package var duplicates: [Duplicate] = []
  /// The binaries of all components of the search path, sorted by their paths.
  package var binaries: [Binary] = []
  /// Directories of the search path that can't be read, with the reasons.
  package var unreadableDirectories: [String] = []
  /// Damaged catalogs that were set aside, and catalogs of other versions.
  package var leftovers: [String] = []

  package init(path: String, state: State, supportedSchema: Int) {
    self.path = path
    self.state = state
    self.supportedSchema = supportedSchema
  }
}
