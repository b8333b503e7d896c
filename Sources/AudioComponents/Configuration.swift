internal import ComponentScan
internal import Glibc
public import ICU

/// Where a manager finds the catalog and the bundles, and the language that it answers in.
public struct Configuration: Sendable {
  /// Path of the catalog's SQLite file.
  public var catalogPath: String
  /// Path of the user store's SQLite file; nil where the environment names no place for it, and nobody can have tags of
  /// their own.
  public var userStorePath: String?
  /// The directories that are searched for bundles, in order; entries as in `LV2_PATH`.
  public var searchDirectories: [String]
  /// Entries of the search path that name no directory.
  public var ignoredEntries: [String]
  /// The language of names and the order of lists.
  public var locale: LocaleIdentifier
  /// The environment that decides where the scan worker is.
  public var environment: [String: String]
  /// Whether several threads read at once (a host), or one (a command).
  public var isPooled: Bool
  /// Scans for a query that finds nothing of the search path in the catalog; a command shows a progress bar. The usual
  /// one just scans.
  public var firstScan: @Sendable (ComponentManager) throws -> Void
  /// Takes what a person should know and no error says: a damaged catalog that was set aside. Called from any thread.
  public var notice: @Sendable (String) -> Void

  /// The configuration that an environment describes: `AUCAT_CATALOG`, `AUCAT_USER_STORE`, `XDG_CACHE_HOME`,
  /// `XDG_DATA_HOME`, `HOME`, `LV2_PATH`, `LC_ALL`, `LC_MESSAGES`, `LANG`.
  ///
  /// - Throws: ``ConfigurationError`` where it names no place for the catalog.
  public init(environment: [String: String]) throws(ConfigurationError) {
    catalogPath = try Self.catalogPath(environment)
    userStorePath = Self.path(environment, "AUCAT_USER_STORE", "XDG_DATA_HOME", ".local/share", "user.sqlite")
    let searchPath = SearchPath(environment: environment)
    searchDirectories = searchPath.directories
    ignoredEntries = searchPath.ignored
    locale = LocaleIdentifier(environment: environment)
    self.environment = environment
    isPooled = false
    firstScan = { try $0.scan() }
    notice = { _ in }
  }

  /// Searches these directories instead of those of `LV2_PATH`.
  ///
  /// - Parameter entries: a leading `~` is the home directory, a relative entry starts at the working directory.
  public mutating func setSearchPath(_ entries: [String]) {
    let searchPath = SearchPath(entries: entries, environment: environment)
    searchDirectories = searchPath.directories
    ignoredEntries = searchPath.ignored
  }

  /// The configuration of this process.
  public static func current() throws(ConfigurationError) -> Configuration {
    try Configuration(environment: processEnvironment)
  }

  /// The environment of this process.
  public static var processEnvironment: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      // C strings and not collections: this runs at the start of every command.
      if let equals = strchr(text, 0x3D), let name = strndup(text, equals - text) {
        variables[String(cString: name)] = String(cString: equals + 1)
        free(name)
      }
      entry += 1
    }
    return variables
  }

  private static func path(
    _ environment: [String: String], _ variable: String, _ base: String, _ homeFolder: String, _ file: String
  ) -> String? {
    if let path = environment[variable], !path.isEmpty { return path }
    // The specification says that a relative value is to be ignored.
    if let folder = environment[base], folder.hasPrefix("/") { return "\(folder)/aucat/\(file)" }
    if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/\(homeFolder)/aucat/\(file)" }
    return nil
  }

  private static func catalogPath(_ environment: [String: String]) throws(ConfigurationError) -> String {
    if let path = path(environment, "AUCAT_CATALOG", "XDG_CACHE_HOME", ".cache", "catalog.sqlite") { return path }
    throw ConfigurationError(
      description:
        "there is no place for the catalog, because HOME is not set; set HOME, XDG_CACHE_HOME or AUCAT_CATALOG")
  }
}

/// Why an environment can't be used.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What and the remedy, in one line.
  public var description: String
}
