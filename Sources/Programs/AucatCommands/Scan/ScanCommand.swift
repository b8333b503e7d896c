internal import AucatProgram
internal import AudioComponents
internal import Linux

/// `aucat scan`
struct ScanCommand: Command {
  static let name = "scan"

  var readsEverything = false
  var isForSystem = false
  /// The directories to scan; those of the search path if there are none.
  var path: [String] = []
  /// The number of workers; nil for one per processor.
  var jobs: Int?
  /// The time limit for a bundle, in seconds.
  var timeout = 20.0
  var isStrict = false
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Updates the catalog from the installed bundles.",
    discussion: """
      Unchanged bundles are not read again. A bundle that can't be read, crashes the reader or takes too long is kept away \
      from hosts, with the reason. It is retried when it changes, or with --full. The status is 4 if a directory can't be \
      read, or if an outside cause, such as a lack of memory, kept a bundle from being read.

      With --system it updates the catalog that all users of the machine share, from directories outside of home \
      directories; users without a catalog of their own use it. Only root may do that.

      EXAMPLES:
        aucat scan
        aucat scan --path /usr/lib/lv2 --json
      """,
    [
      .flag("full", "Read every bundle again, even if it is unchanged.") { $0.readsEverything = true },
      .flag("system", "Update the catalog that all users of this machine share.") { $0.isForSystem = true },
      .option(
        "path", value: "dir", "Scan this directory instead of those in LV2_PATH; may be repeated.", kind: .directory
      ) {
        $0.path.append($1)
      },
      .jobs("Number of bundles to read at once; one per processor by default.") { $0.jobs = $1 },
      .timeout("Time limit for a bundle; 20 by default.") { $0.timeout = $1 },
      .flag("strict", "Exit with status 4 if a bundle is kept away from hosts.") { $0.isStrict = true },
      .flag("json", "Print the summary as a JSON object.") { $0.isJSON = true },
    ])

  func run() throws {
    let session = try Session(common, searchDirectories: path, isForSystem: isForSystem)
    if isForSystem { try checkRights(session.manager) }
    if !path.isEmpty { try checkPaths(session.manager.configuration) }
    var options = ScanOptions()
    options.readsEverything = readsEverything
    options.workers = jobs
    options.secondsPerBundle = timeout
    let report = try isForSystem ? session.scanForSystem(options) : session.scan(options)
    Shortfalls.report(report)
    try Output.print(isJSON ? ScanSummary(report: report).json : ScanSummary(report: report).text(session.terminal))
    if !path.isEmpty { try sayWhatIsNotSearched(session.manager.configuration) }
    if report.bundles == 0, report.unreadableDirectories.isEmpty { warn(session.noPluginsMessage) }
    if isStrict && !report.quarantined.isEmpty { throw CommandFailure(.partly) }
  }

  /// What lies beside the search path is in the catalog, but no search finds it.
  private func sayWhatIsNotSearched(_ scanned: Configuration) throws {
    func canonical(_ path: String) -> String { (try? Path.canonical(path)) ?? path }
    let searched = Set(try Configuration.current().searchDirectories.map(canonical))
    for directory in scanned.searchDirectories where !searched.contains(canonical(directory)) {
      warn("no search looks in \(directory) unless LV2_PATH names it")
    }
  }

  private func checkRights(_ manager: ComponentManager) throws {
    guard let path = manager.configuration.systemCatalogPath else {
      throw CommandFailure(.usage, "AUCAT_SYSTEM_CATALOG turns the machine's catalog off; unset it")
    }
    guard manager.mayScanForSystem else {
      throw CommandFailure(
        .storeFailed, "only root may write the machine's catalog \(path); use `sudo aucat scan --system`")
    }
  }

  /// A missing entry of LV2_PATH is ignored; a missing directory in `--path` is an error.
  private func checkPaths(_ configuration: Configuration) throws {
    if let entry = configuration.ignoredEntries.first {
      throw CommandFailure(.usage, "--path `\(entry)` names no directory")
    }
    for directory in configuration.searchDirectories {
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(directory)
      } catch {
        let objection =
          error.isMissing
          ? "does not exist; name the directory that holds the bundles"
          : "can't be read (\(error.phrase)); check its permissions"
        throw CommandFailure(.usage, "--path \(directory) \(objection)")
      }
      guard status.isDirectory else {
        throw CommandFailure(.usage, "--path \(directory) is not a directory; name the one that holds the bundles")
      }
      if Path.exists(directory + "/manifest.ttl") {
        throw CommandFailure(.usage, "--path \(directory) is a bundle; name the directory that holds it")
      }
    }
  }
}
