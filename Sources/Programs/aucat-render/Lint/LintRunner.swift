internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import BundleLint
internal import ComponentValidation
internal import RenderChain

/// `aucat lint`
struct LintRunner {
  let command: LintCommand
  let session: Session

  func run() throws {
    if command.listsRules { return try Output.print(LintPrinter.rules(isJSON: command.isJSON)) }
    var options = BundleLint.Options(environment: Configuration.processEnvironment)
    options.ignored = Set(try command.ignore.map(rule))
    options.loadsBinaries = !command.skipsBinaries
    options.seconds = command.timeout
    options.latenessRemedy = "allow more time with --timeout"
    var (isClean, hasFailed) = (true, false)
    for bundle in try command.bundles.map(place) {
      let lint = try look(at: bundle, options)
      let printer = LintPrinter(lint: lint, terminal: session.terminal, showsAll: command.showsAll)
      if !command.isJSON { try Output.print(printer.text) }
      let reports = command.runsPlugins ? try validations(of: lint) : nil
      try Output.print(command.isJSON ? printer.json(with: reports) : reports.map(printer.text) ?? "")
      let verdicts = (reports ?? []).map(\.verdict)
      isClean = isClean && lint.isClean && !verdicts.contains(where: \.isObjection)
      hasFailed = hasFailed || lint.hasFailedBinary || verdicts.contains(where: \.isFatal)
    }
    if hasFailed { throw CommandFailure(.pluginFailed) }
    if !isClean { throw CommandFailure(.nothing) }
  }

  private func look(at bundle: String, _ options: BundleLint.Options) throws -> BundleLint {
    do {
      return try Interruption.observed { try BundleLint(bundle, options) { Interruption.isRequested } }
    } catch  where Interruption.isRequested {
      throw CommandFailure(.interrupted, "the lint was interrupted")
    } catch let failure as BundleLint.Failure {
      throw CommandFailure(failure)
    }
  }

  /// Runs a bundle's plugins, wherever it is: the user has named it.
  private func validations(of lint: BundleLint) throws -> [ValidationReport] {
    let subjects = lint.plugins.map { ValidationSubject(component: $0, name: $0, bundle: lint.bundle) }
    var options = Validator.Options(environment: Configuration.processEnvironment)
    options.seconds = command.timeout
    var reports: [ValidationReport] = []
    let validation = ObservedValidation(subjects: subjects, options: options, terminal: session.terminal)
    try validation.deliver { reports.append($0) }
    return reports
  }

  private func rule(_ word: String) throws -> Rule {
    if let rule = Rule(rawValue: word) { return rule }
    throw CommandFailure(
      .usage, "there is no rule `\(word)`", suggestion: nearest(to: word, in: Rule.allCases.map(\.rawValue)),
      remedy: "`aucat lint --rules` lists them")
  }

  /// The bundle at a path, else the bundle of an installed component.
  private func place(_ word: String) throws -> String {
    do throws(BundleLint.Failure) {
      if let bundle = try BundleLint.bundle(at: word) { return bundle }
    } catch {
      throw CommandFailure(error)
    }
    if word.contains("/") && !word.contains(":") {
      throw CommandFailure(.usage, "\(word) does not exist; name a directory that has a manifest.ttl")
    }
    do {
      let component = try session.component(chosenBy: word)
      try session.checkAccess(to: component)
      return component.bundle
    } catch let failure as CommandFailure where failure.status == .nothing {
      throw CommandFailure(.usage, "\(failure.message)\na bundle is a directory with a manifest.ttl")
    }
  }
}

extension CommandFailure {
  fileprivate init(_ failure: BundleLint.Failure) {
    let status: ExitStatus =
      switch failure {
      case .noBundle, .goneBundle: .usage
      case .noChild: .storeFailed
      }
    self.init(status, "\(failure)")
  }
}
