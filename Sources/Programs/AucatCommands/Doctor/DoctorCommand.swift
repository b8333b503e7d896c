internal import AucatProgram
internal import AudioComponents
internal import Synchronization

/// `aucat doctor`
struct DoctorCommand: Command {
  static let name = "doctor"

  var appliesFixes = false
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Finds problems with the stores, the bundles and the installation, with a remedy for each.",
    discussion: """
      Checks your data and its backups, the catalog, results of validations and measurements, leftovers of interrupted commands, \
      permissions, the search path, bundles that are kept away from hosts, binaries that lack a library or a symbol, \
      dynamic manifests, duplicates, and tags whose component is not installed. It runs no plugin code and changes \
      nothing. `aucat lint` finds out whether a plugin's binary can be loaded.

      With --fix it applies safe fixes: it scans again, recovers your data, makes a backup, removes leftovers of \
      interrupted commands, and removes other users' write permission from the stores. It never deletes a store that was set aside.

      The status is 0 if all is well and 1 if there is a problem; notes don't count.

      EXAMPLES:
        aucat doctor
        aucat doctor --fix
        aucat doctor --json
      """,
    [
      .flag("fix", "Apply safe fixes and report them.") { $0.appliesFixes = true },
      .flag("json", "Print a JSON object.") { $0.isJSON = true },
    ])

  func run() throws {
    let (session, messages) = try Self.session(common)
    var findings = Checkup(session.manager, messages: messages.all).findings()
    var repairs: [Repair] = []
    if appliesFixes {
      repairs = Repair.all(findings.compactMap(\.fix), session: session, log: messages)
      if !repairs.isEmpty { findings = try Self.findings(common) }
    }
    let report = DoctorReport(findings: findings, repairs: repairs, versions: Versions())
    try Output.print(isJSON ? report.json(session.manager) : report.text(session.terminal))
    if !report.isHealthy { throw CommandFailure(.nothing) }
  }

  /// Runs all checks, with a new manager, which sees what the repairs have changed.
  private static func findings(_ options: CommonOptions) throws -> [Finding] {
    let (session, messages) = try session(options)
    return Checkup(session.manager, messages: messages.all).findings()
  }

  /// A session that scans nothing by itself, and whose messages are findings instead of lines on standard error.
  private static func session(_ options: CommonOptions) throws -> (Session, MessageLog) {
    let messages = MessageLog()
    let terminal = Session.terminal(options)
    var configuration = try Session.configuration(options, terminal)
    configuration.following = .never
    configuration.notice = { messages.add($0) }
    configuration.shortfall = { messages.add($0) }
    configuration.firstScan = { (_) throws(ComponentManagerError) in throw .interrupted }
    let session = Session(configuration, terminal)
    return (session, messages)
  }
}

/// Messages of the library, from any thread.
final class MessageLog: Sendable {
  private let messages = Mutex<[String]>([])

  var all: [String] { messages.withLock { $0 } }

  func add(_ message: String) { messages.withLock { $0.append(message) } }
}
