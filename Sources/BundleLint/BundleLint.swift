internal import BundleReading
internal import Linux
package import ComponentModel
internal import ComponentScan
internal import Glibc

/// What is to be mended in a bundle.
public struct BundleLint: Sendable {
  /// Canonical path of the bundle.
  public private(set) var bundle: String
  /// The plugins that it declares.
  public private(set) var plugins: [String] = []
  /// Everything that was found, by subject: the bundle's own first.
  public private(set) var findings: [Finding] = []
  /// Whether a binary crashed, hung or ended its process.
  public private(set) var binaryFailed = false

  /// How a bundle is looked at.
  public struct Options: Sendable {
    /// Identifiers of rules whose findings are left out.
    public var ignored: Set<String> = []
    /// Whether binaries are loaded.
    public var loadsBinaries = true
    /// How long the scan, the rules and each binary may take, in seconds.
    public var seconds = ScanLimits.seconds
    /// What mends a lint that took too long: how its caller gives it more time.
    public var latenessRemedy = "give it more time"
    /// The program that is run for each child, which calls ``LintChild/runIfAsked(_:)`` first.
    package var program = "/proc/self/exe"
    /// The environment of the process.
    public var environment: [String: String]

    /// The usual way.
    public init(environment: [String: String]) { self.environment = environment }
  }

  /// Why a bundle can't be looked at.
  public struct Failure: Error, Hashable, Sendable {
    /// What is wrong, and the remedy.
    public var message: String
    /// Whether there is no bundle at that place.
    public var isNoBundle = false
  }

  /// The bundle that a path means: a directory with a manifest, or its manifest; nil if nothing is there.
  public static func bundle(at path: String) throws(Failure) -> String? {
    guard var place = try? Path.canonical(path) else { return nil }
    if path.hasSuffix("/manifest.ttl") || path == "manifest.ttl" {
      let folder = path == "manifest.ttl" ? "." : String(path.dropLast("/manifest.ttl".count))
      guard let parent = try? Path.canonical(folder) else { return nil }
      place = parent
    }
    guard BundleSurvey.bundle(at: place) != nil else {
      throw Failure(
        message: "\(path) is no bundle: it has no manifest.ttl; name the directory that has it", isNoBundle: true)
    }
    return place
  }

  /// Looks at a bundle. Everything that reads it or loads its code is a process of its own, so that no bundle does
  /// harm.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - bundle: canonical path, as ``bundle(at:)`` gives it.
  ///   - isCancelled: asked several times a second.
  /// - Throws: ``Failure``, and an error of the scan where its worker can't run or the lint was interrupted.
  public init(
    _ bundle: String, _ options: Options, isCancelled: @escaping () -> Bool = { false }
  ) throws {
    self.bundle = bundle
    guard let survey = BundleSurvey.bundle(at: bundle) else {
      throw Failure(message: "\(bundle) has no manifest.ttl any more", isNoBundle: true)
    }
    if let problem = survey.problem {
      tell(
        ScanRules.unreadable, nil, "\(problem), so hosts and searches find nothing here",
        "# repair what the reason names")
    } else {
      try look(at: survey, options, isCancelled)
    }
    findings.removeAll { options.ignored.contains($0.rule) }
    sort()
  }

  private mutating func look(
    at survey: BundleSurvey.Bundle, _ options: Options, _ isCancelled: @escaping () -> Bool
  ) throws {
    let scan = try BundleScan(survey, options, isCancelled)
    do throws(ChildProcess.Failure) {
      let run = try TurtleRun(bundle, options, isCancelled)
      take(run, scan, options)
      if options.loadsBinaries && !isCancelled() { try loadBinaries(run.child, options, isCancelled) }
    } catch {
      throw Failure(message: "the lint can't start a process of its own (\(error.reason)); free some memory")
    }
    if isCancelled() { throw ScanError(.interrupted, "the lint was interrupted") }
  }

  private mutating func take(_ run: TurtleRun, _ scan: BundleScan, _ options: Options) {
    plugins = run.child.lines.compactMap { $0["declared"]?.text }
    let found = run.child.lines.compactMap { $0.object("finding").flatMap { Finding($0) } }
    let refused = Set(scan.report.rejections.map(\.uri))
    // Of a file that is not valid only the beginning is known: what seems to be missing may stand in the rest.
    let problem = scan.report.problem
    findings += found.filter { finding in
      problem == nil && !(finding.subject.map { refused.contains($0) } ?? false)
    }
    if let problem {
      tell(
        ScanRules.unreadable, nil, "\(problem), so hosts and searches find nothing here",
        "# repair what the reason names"
      )
    } else {
      takeFailures(run, refused, options)
    }
    for rejection in scan.report.rejections {
      tell(
        ScanRules.refused, rejection.uri, "\(rejection.problem), so hosts and searches don't find it",
        ScanRules.remedy(rejection.problem, uri: rejection.uri))
    }
    for (uri, remark) in scan.remarks where !found.contains(where: { $0.covers(remark, on: uri) }) {
      tell(ScanRules.remark, uri, remark.description, "# repair what the remark names")
    }
  }

  /// Says what the rules have not looked at, beside what the scan refuses.
  private mutating func takeFailures(_ run: TurtleRun, _ refused: Set<String>, _ options: Options) {
    let remedy = "# make its files smaller and simpler"
    for crash in run.crashes where !(crash.uri.map { refused.contains($0) } ?? false) {
      tell(ScanRules.unfinished, crash.uri, "reading it \(crash.words), so the rules don't look at it", remedy)
    }
    guard let failure = run.child.failure else { return }
    let place = run.child.step.map { " at <\($0)>" } ?? ""
    tell(
      ScanRules.unfinished, nil, "reading it \(failure)\(place), so the rules don't look at the rest",
      run.child.stop == .late ? "# \(options.latenessRemedy)" : remedy)
  }

  private mutating func loadBinaries(
    _ child: JSONLinesChild, _ options: Options, _ isCancelled: @escaping () -> Bool
  ) throws(ChildProcess.Failure) {
    let declared = child.lines.compactMap { line -> BinaryLint.Declared? in
      guard let uri = line["plugin"]?.text, let binary = line["binary"]?.text, let file = line["file"]?.text else {
        return nil
      }
      return BinaryLint.Declared(uri: uri, file: file, binary: binary, extensions: line["extensions"]?.texts ?? [])
    }
    var lint = BinaryLint(
      bundle: bundle, options, isCancelled: isCancelled)
    try lint.compare(declared, of: Set(plugins))
    findings += lint.findings
    binaryFailed = lint.hasFailed
  }

  private mutating func tell(_ rule: Rule, _ subject: String?, _ message: String, _ line: String) {
    findings.append(rule.finding(Diagnostic(message: message, line: line, file: "manifest.ttl"), subject: subject))
  }

  /// The bundle first, then plugins in their order, then what else there is; of one subject errors first.
  private mutating func sort() {
    let places = Dictionary(plugins.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ranks = Dictionary(uniqueKeysWithValues: Severity.allCases.enumerated().map { ($1, $0) })
    let rules = Dictionary(Rules.all.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ finding: Finding) -> (Int, String, Int, Int) {
      let place = finding.subject.map { places[$0] ?? plugins.count } ?? -1
      return (place, finding.subject ?? "", ranks[finding.severity] ?? 0, rules[finding.rule] ?? 0)
    }
    let keyed = findings.enumerated().map { (key: key($1), number: $0, finding: $1) }
    findings = keyed.sorted { $0.key != $1.key ? $0.key < $1.key : $0.number < $1.number }.map(\.finding)
  }
}

extension BundleLint {
  /// Whether hosts, users and searches find everything: notes don't count.
  public var isClean: Bool { findings.allSatisfy { $0.severity == .note } }

  /// The result as JSON.
  package var json: JSON {
    .object([
      ("bundle", .string(bundle)), ("plugins", .strings(plugins)), ("findings", .array(findings.map(\.json))),
    ])
  }
}

extension Finding {
  /// Whether the finding says what a scan remarks of a plugin.
  fileprivate func covers(_ remark: ScanRemark, on uri: String?) -> Bool {
    switch remark {
    case .missingName: rule == TextRules.noNameRule.identifier && subject == uri
    case .repeatedSymbol: rule == PortRules.sameSymbolRule.identifier && subject == uri
    // The rule looks at every file that the manifest names.
    case .unusableFile: rule == FileRules.missingFileRule.identifier
    default: false
    }
  }
}
