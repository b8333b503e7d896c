internal import ArgumentParser
internal import AudioComponents
internal import Linux

/// `aucat scan`
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Updates the catalog from the installed bundles.",
    discussion: """
      Unchanged bundles are not read again. A bundle that can't be read, crashes the reader or takes too long is kept away \
      from hosts, with the reason. It is tried again when it changes, or with --full. The status is 4 if a directory can't be \
      read, or if something outside, such as a lack of memory, kept a bundle from being read.

      With --system it updates the catalog that all users of the machine share, from the directories that are not in \
      anyone's home: a user who has no catalog is answered from it. Only root may do that.

      EXAMPLES:
        aucat scan
        aucat scan --path /usr/lib/lv2 --json
      """)

  @Flag(name: .customLong("full"), help: "Read every bundle again, even if it is unchanged.")
  var readsEverything = false

  @Flag(name: .customLong("system"), help: "Update the catalog that all users of this machine share.")
  var isForSystem = false

  @Option(help: ArgumentHelp("Scan this directory instead of those in LV2_PATH; may be repeated.", valueName: "dir"))
  var path: [String] = []

  @Option(help: ArgumentHelp("Number of bundles to read at once; one per processor by default.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Time limit for a bundle.", valueName: "seconds"))
  var timeout = 20.0

  @Flag(name: .customLong("strict"), help: "Exit with status 4 if a bundle is kept away from hosts.")
  var isStrict = false

  @Flag(name: .customLong("json"), help: "Print the summary as a JSON object.")
  var isJSON = false

  @OptionGroup var common: SharedOptions

  func validate() throws {
    if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 1024") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes a number of seconds above 0") }
  }

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
    var output = Output()
    output.write(isJSON ? ScanSummary(report).json : ScanSummary(report).text(session.terminal))
    try output.finish()
    if report.bundles == 0, report.unreadableDirectories.isEmpty { warn(session.noPluginsMessage) }
    if isStrict && !report.quarantined.isEmpty { throw CommandFailure(.partly) }
  }

  private func checkRights(_ manager: ComponentManager) throws {
    guard let path = manager.configuration.systemCatalogPath else {
      throw CommandFailure(.usage, "AUCAT_SYSTEM_CATALOG says that there is no catalog of the machine; unset it")
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
