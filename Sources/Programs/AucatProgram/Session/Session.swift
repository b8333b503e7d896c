package import AudioComponents
internal import Synchronization

/// The context of a command: the catalog, and where its output goes.
package struct Session {
  package let manager: ComponentManager
  package let terminal: Terminal
  /// Whether long text is written without a pager.
  private(set) var isUnpaged = false

  /// The session of a command.
  package init(_ options: CommonOptions, searchDirectories: [String] = [], isForSystem: Bool = false) throws {
    let terminal = Self.terminal(options)
    var configuration = try Self.configuration(options, terminal)
    if isForSystem && searchDirectories.isEmpty {
      configuration.setSystemSearchPath()
    } else if searchDirectories.isEmpty {
      Self.reportIgnoredEntries(configuration)
    } else {
      configuration.setSearchPath(searchDirectories)
    }
    self.init(configuration, terminal)
    isUnpaged = options.isUnpaged
  }

  /// A session with a configuration of its own.
  package init(_ configuration: Configuration, _ terminal: Terminal) {
    let manager = ComponentManager(configuration)
    Self.kept.withLock { $0 = manager }
    self.manager = manager
    self.terminal = terminal
  }

  /// The terminal of this process.
  package static func terminal(_ options: CommonOptions) -> Terminal {
    Terminal(environment: Configuration.processEnvironment, color: options.color)
  }

  /// The configuration of this process: messages go to standard error.
  package static func configuration(_ options: CommonOptions, _ terminal: Terminal) throws -> Configuration {
    var environment = Configuration.processEnvironment
    if let locale = options.locale { environment["LC_ALL"] = locale }
    var configuration = try Configuration(environment: environment)
    configuration.rebuildsDamagedCatalog = true
    configuration.notice = { warn($0) }
    configuration.shortfall = { Shortfalls.report($0) }
    configuration.firstScan = { (manager) throws(ComponentManagerError) in
      Shortfalls.report(try scan(manager, options: ScanOptions(), terminal: terminal))
    }
    return configuration
  }

  /// A manager that neither scans nor repairs anything, and prints nothing: missing data is simply not found.
  package static func onlyReading(_ environment: [String: String]) throws -> ComponentManager {
    var configuration = try Configuration(environment: environment)
    configuration.recoversUserStore = false
    configuration.following = .never
    configuration.firstScan = { (_) throws(ComponentManagerError) in throw .interrupted }
    let manager = ComponentManager(configuration)
    kept.withLock { $0 = manager }
    return manager
  }

  /// Keeps the manager until the process exits: closing a catalog that was only read takes a tenth of the time of a
  /// search.
  private static let kept = Mutex<ComponentManager?>(nil)

  /// Reports entries of the search path that are ignored: empty ones are meant to be, but others may hold bundles.
  private static func reportIgnoredEntries(_ configuration: Configuration) {
    for entry in configuration.ignoredEntries where !entry.isEmpty {
      Shortfalls.report(
        "the entry `\(entry)` of the search path names no directory that can be searched; correct LV2_PATH")
    }
  }

  /// - Throws: if there is no place for the user's data. An empty list or export would claim that the user has none.
  package func requirePlaceForUserData() throws {
    if manager.configuration.userStorePath == nil { throw ComponentManagerError.noPlaceForUserStore }
  }

  /// Scans into the system catalog with a progress bar.
  package func scanForSystem(_ options: ScanOptions) throws -> ScanReport {
    try Self.scanning(terminal) { (progress, isCancelled) throws(ComponentManagerError) in
      try manager.scanForSystem(options, progress: progress, isCancelled: isCancelled)
    }
  }

  /// Scans with a progress bar.
  package func scan(_ options: ScanOptions) throws -> ScanReport {
    try Self.scan(manager, options: options, terminal: terminal)
  }

  private static func scan(
    _ manager: ComponentManager, options: ScanOptions, terminal: Terminal
  ) throws(ComponentManagerError) -> ScanReport {
    try scanning(terminal) { (progress, isCancelled) throws(ComponentManagerError) in
      try manager.scan(options, progress: progress, isCancelled: isCancelled)
    }
  }

  /// Runs a scan with a progress bar; Control-C stops it cleanly.
  private static func scanning(
    _ terminal: Terminal,
    _ scan: (@escaping (ScanProgress) -> Void, @escaping () -> Bool) throws(ComponentManagerError) -> ScanReport
  ) throws(ComponentManagerError) -> ScanReport {
    let bar = ProgressBar(terminal)
    defer { bar.clear() }
    return try Interruption.observed { () throws(ComponentManagerError) in
      try scan({ bar.update($0.text) }, { Interruption.isRequested })
    }
  }

  /// The message if no plugin is installed.
  package var noPluginsMessage: String {
    let places = manager.configuration.searchDirectories
    let looked = places.isEmpty ? "no directory, because LV2_PATH is empty" : places.joined(separator: ", ")
    return "no plugin is installed: looked in \(looked); install some, for example with "
      + "`apt install x42-plugins lsp-plugins-lv2`, or set LV2_PATH"
  }

  /// The message if there is no component at all: no bundle is installed, or all are quarantined. Empty if there may be some
  /// in a directory that can't be read, which is reported as a shortfall.
  package func nothingToFindMessage() throws -> String {
    let unreadable = manager.unreadableDirectories()
    Shortfalls.report(unreadableDirectories: unreadable)
    if try manager.quarantined().isEmpty { return unreadable.isEmpty ? noPluginsMessage : "" }
    return "no installed bundle can be used; `aucat search --all` shows each with the reason"
  }

  /// The component with a URI or a unique name.
  package func component(_ argument: String) throws -> Component {
    if let component = try manager.component(uri: argument) { return component }
    let named = try manager.components(named: argument)
    if let component = named.first, named.count == 1 { return component }
    if named.isEmpty { throw try noSuchComponent(argument) }
    throw CommandFailure(
      .usage, "\(named.count) components are named `\(argument)`; use one of these URIs:\n\(try list(named))")
  }

  /// A line for each component: its name, quoted for a shell, and its maker; or its URI, if others have the same name.
  func list(_ components: [Component]) throws -> String {
    let rows = try components.map { component in
      let isUnique = try manager.components(named: component.name).count == 1
      return [ShellWord.quoted(component.name), isUnique ? component.manufacturer ?? "" : component.uri]
    }
    return Table.aligned(rows).split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  /// The list of the first components, and how many more there are.
  func beginning(of components: [Component]) throws -> String {
    let most = 20
    let rest = components.count > most ? "\n  and \(components.count - most) more" : ""
    return try list(Array(components.prefix(most))) + rest
  }

  /// The URI of an argument that is a URI or a unique name, even if only the user store knows it because the
  /// component is no longer installed.
  package func uri(_ argument: String) throws -> String {
    do {
      return try component(argument).uri
    } catch let failure as CommandFailure where failure.status == .nothing {
      guard try manager.userFacts().contains(where: { $0.uri == argument }) else { throw failure }
      return argument
    }
  }

  /// Prints how to undo the change just made, unless it changed nothing: then the advice would undo another change.
  package func sayHowToUndo() {
    if manager.recordedChange != nil { warn("`aucat undo` reverts this") }
  }

  /// Applies removals and reports what was absent: status 1 if everything was, 4 if only some was.
  ///
  /// - Parameters:
  ///   - names: the name that each change removes, as typed.
  ///   - takesAway: whether something is lost, so that the message names the undo command.
  ///   - message: makes the message from the absent names.
  package func remove(
    _ names: [String], by changes: [UserChange], takesAway: Bool = true, message: (String) throws -> String
  ) throws {
    let counts = try manager.apply(changes)
    if takesAway { sayHowToUndo() }
    let absent = zip(names, counts).filter { $0.1 == 0 }.map { "`\($0.0)`" }
    if absent.isEmpty { return }
    throw CommandFailure(
      absent.count == names.count ? .nothing : .partly, try message(absent.joined(separator: ", ")))
  }

  /// The message about a component that was installed once.
  private func gone(_ what: String, _ replacements: [SimilarComponent]) throws -> String {
    if replacements.isEmpty { return "\(what) is no longer installed; install it again, or search for another" }
    return "\(what) is no longer installed; the closest that are installed:\n\(try list(replacements.map(\.component)))"
  }

  /// The failure for a path in place of a component.
  private func rejection(of argument: PathArgument, among all: [Component]) throws -> CommandFailure {
    let found = argument.components(among: all)
    if found.isEmpty {
      return CommandFailure(
        .nothing, "`\(argument.path)` is a path, not a component", suggestion: nil, remedy: argument.remedy)
    }
    return CommandFailure(
      .nothing,
      "`\(argument.path)` is a path, not a component; use one of these names:\n" + (try beginning(of: found)))
  }

  private func noSuchComponent(_ argument: String) throws -> CommandFailure {
    if let bundle = try manager.quarantined().first(where: { $0.uri == argument || $0.path == argument }) {
      return CommandFailure(
        .nothing,
        "\(argument) has been kept away from hosts since \(bundle.since): \(bundle.reason) "
          + "(\(bundle.verdict.rawValue)); `aucat scan --full` tries it again")
    }
    if let found = try manager.replacements(forMissing: argument) {
      return CommandFailure(.nothing, try gone(argument, found))
    }
    if let uri = try manager.missingComponents(named: argument).first {
      let found = try manager.replacements(forMissing: uri) ?? []
      return CommandFailure(.nothing, try gone("`\(argument)` (\(uri))", found))
    }
    let all = try manager.components(matching: .constant(true))
    if all.isEmpty { return CommandFailure(.nothing, try nothingToFindMessage()) }
    if let path = PathArgument(argument) { return try rejection(of: path, among: all) }
    let meant = try nearest(to: argument, in: all.map(\.name)) ?? nameFound(byCorrecting: argument)
    return CommandFailure(
      .nothing, "no component has the URI or name `\(argument)`", suggestion: meant,
      remedy: "`aucat search` lists all")
  }
}
