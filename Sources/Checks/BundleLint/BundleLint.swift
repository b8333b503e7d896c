internal import ComponentValidation
internal import BundleReading
package import Linux
package import ComponentModel
internal import ComponentScan

/// The result of checking a bundle.
package struct BundleLint: Sendable {
  /// Canonical path of the bundle.
  package private(set) var bundle: String
  /// The plugins that it declares.
  package private(set) var plugins: [String] = []
  /// All findings by subject, those of the bundle itself first.
  package private(set) var findings: [Finding] = []
  /// Whether a binary crashed, hung or exited.
  package private(set) var hasFailedBinary = false

  /// How to check a bundle.
  package struct Options: Sendable {
    /// Identifiers of rules to skip.
    package var ignored: Set<Rule> = []
    /// Whether binaries are loaded.
    package var loadsBinaries = true
    /// The time limit of the scan, the rules and each binary, in seconds.
    package var seconds = ScanLimits.seconds
    /// The remedy to name when a lint took too long: how the caller allows more time.
    package var latenessRemedy = "give it more time"
    /// The program to run as each child; it calls ``LintChild/runIfAsked(_:)`` first.
    package var program = ProgramLocation.executable
    /// The environment of the process.
    package var environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }
  }

  /// Why a bundle can't be checked.
  package enum Failure: Error, Hashable, Sendable {
    /// There is no manifest at a path.
    case noBundle(path: String)
    /// The bundle at a path has lost its manifest since it was found.
    case goneBundle(path: String)
    /// A child process can't be started.
    case noChild(ChildProcess.Failure)
  }

  /// The bundle at a path, which is its directory or its manifest; nil if the path does not exist.
  package static func bundle(at path: String) throws(Failure) -> String? {
    guard var place = try? Path.canonical(path) else { return nil }
    if path.hasSuffix("/manifest.ttl") || path == "manifest.ttl" {
      let folder = path == "manifest.ttl" ? "." : String(path.dropLast("/manifest.ttl".count))
      guard let parent = try? Path.canonical(folder) else { return nil }
      place = parent
    }
    guard SurveyedBundle(at: place) != nil else {
      throw .noBundle(path: path)
    }
    return place
  }

  /// Checks a bundle. Separate processes read it and load its code, so that no bundle can do harm.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - bundle: canonical path, as ``bundle(at:)`` returns it.
  ///   - isCancelled: called several times a second.
  /// - Throws: ``Failure``; `ScanError` if the scan's worker can't run or the lint was interrupted.
  package init(_ bundle: String, _ options: Options, isCancelled: @escaping () -> Bool = { false }) throws {
    self.bundle = bundle
    guard let survey = SurveyedBundle(at: bundle) else {
      throw Failure.goneBundle(path: bundle)
    }
    if let problem = survey.problem {
      tell(.unreadable(problem), options)
    } else {
      try look(at: survey, options, isCancelled: isCancelled)
    }
    findings.removeAll { options.ignored.contains($0.rule) }
    sort()
  }

  private mutating func look(
    at survey: SurveyedBundle, _ options: Options, isCancelled: @escaping () -> Bool
  ) throws {
    let scan = try BundleScan(survey, options, isCancelled: isCancelled)
    do throws(ChildProcess.Failure) {
      let run = try TurtleRun(bundle, options, isCancelled: isCancelled)
      take(run, after: scan, options)
      if options.loadsBinaries && !isCancelled() { try loadBinaries(run.child, options, isCancelled: isCancelled) }
    } catch {
      throw Failure.noChild(error)
    }
    if isCancelled() { throw ScanError.interrupted }
  }

  private mutating func take(_ run: TurtleRun, after scan: BundleScan, _ options: Options) {
    plugins = run.child.lines.compactMap { $0["declared"]?.text }
    let found = run.child.lines.compactMap { $0.object("finding").flatMap { Finding($0) } }
    let rejected = Set(scan.report.rejections.map(\.uri))
    // Only the beginning of an invalid file is known: anything that seems to be missing may be in the rest.
    let problem = scan.report.problem
    findings += found.filter { finding in
      problem == nil && !(finding.subject.map { rejected.contains($0) } ?? false)
    }
    if let problem {
      tell(.unreadable(problem), options)
    } else {
      takeFailures(of: run, except: rejected, options)
    }
    for rejection in scan.report.rejections { tell(.rejected(rejection.problem), of: rejection.uri, options) }
    for (uri, remark) in scan.remarks where !found.contains(where: { $0.covers(remark, on: uri) }) {
      tell(.remark(remark), of: uri, options)
    }
  }

  /// Reports what was not checked, except what the scan rejects anyway.
  private mutating func takeFailures(of run: TurtleRun, except rejected: Set<String>, _ options: Options) {
    for crash in run.crashes where !(crash.uri.map { rejected.contains($0) } ?? false) {
      tell(.unfinished(crash.failure), of: crash.uri, options)
    }
    if let failure = run.child.failure { tell(.stopped(failure, at: run.child.step?.text), options) }
  }

  private mutating func loadBinaries(
    _ child: JSONLinesChild, _ options: Options, isCancelled: @escaping () -> Bool
  ) throws(ChildProcess.Failure) {
    let declared = child.lines.compactMap { line -> BinaryLint.Declared? in
      guard let uri = line["plugin"]?.text, let binary = line["binary"]?.text, let file = line["file"]?.text else {
        return nil
      }
      return BinaryLint.Declared(uri: uri, file: file, binary: binary, extensions: line["extensions"]?.texts ?? [])
    }
    var lint = BinaryLint(bundle: bundle, options: options, isCancelled: isCancelled)
    try lint.compare(declared, of: Set(plugins))
    findings += lint.findings
    hasFailedBinary = lint.hasFailed
  }

  private mutating func tell(_ problem: ScanProblem, of subject: String? = nil, _ options: Options) {
    let line = problem.line(subject: subject ?? "", latenessRemedy: options.latenessRemedy)
    findings.append(Finding(Diagnostic(problem: problem.problem, line: line, file: "manifest.ttl"), subject: subject))
  }

  /// Sorts findings: the bundle's first, then the plugins' in their order, then the rest; within a subject, errors
  /// first.
  private mutating func sort() {
    let places = Dictionary(plugins.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ranks = Dictionary(uniqueKeysWithValues: Severity.allCases.enumerated().map { ($1, $0) })
    let rules = Dictionary(uniqueKeysWithValues: Rule.allCases.enumerated().map { ($1, $0) })
    func key(_ finding: Finding) -> (Int, String, Int, Int) {
      let place = finding.subject.map { places[$0] ?? plugins.count } ?? -1
      return (place, finding.subject ?? "", ranks[finding.rule.severity] ?? 0, rules[finding.rule] ?? 0)
    }
    let keyed = findings.enumerated().map { (key: key($1), number: $0, finding: $1) }
    findings = keyed.sorted { $0.key != $1.key ? $0.key < $1.key : $0.number < $1.number }.map(\.finding)
  }
}

extension BundleLint {
  /// Whether there are no errors or warnings.
  package var isClean: Bool { findings.allSatisfy { $0.rule.severity == .note } }

  /// The result as JSON.
  package var json: JSON {
    .object([("bundle", .string(bundle)), ("plugins", .strings(plugins)), ("findings", .array(findings.map(\.json)))])
  }
}

extension BundleLint.Failure: CustomStringConvertible {
  /// The failure and its remedy.
  package var description: String {
    switch self {
    case .noBundle(let path): "\(path) is not a bundle: it has no manifest.ttl; name the directory that has it"
    case .goneBundle(let path): "\(path) no longer has a manifest.ttl; install the bundle again"
    case .noChild(let failure): "lint can't start a child process (\(failure.reason)); free some memory"
    }
  }
}

extension Finding {
  /// Whether the finding says the same as a scan's remark on a plugin.
  fileprivate func covers(_ remark: ScanRemark, on uri: String?) -> Bool {
    switch remark {
    case .missingName: rule == .noName && subject == uri
    case .repeatedSymbol: rule == .sameSymbol && subject == uri
    // The rule checks every file that the manifest names.
    case .unusableFile: rule == .fileMissing
    case .invalidFile(let file, _), .repairedFile(let file, _): rule == .scanRemark && self.file == file
    default: false
    }
  }
}
