internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import ComponentValidation
internal import Linux
internal import RenderChain

/// A validation of components that the user can interrupt, and watch on a terminal.
struct ObservedValidation {
  let subjects: [ValidationSubject]
  let options: Validator.Options
  /// The number of components tested at a time; nil for one per processor.
  var jobs: Int?
  /// The terminal for the progress bar; nil for no bar.
  var terminal: Terminal?

  /// Validates the components, and passes on each report, in their order.
  func deliver(_ deliver: (ValidationReport) throws -> Void) throws {
    let bar = terminal.map { ProgressBar($0) }
    defer { bar?.clear() }
    let validator = Validator(options)
    validator.removeAbandoned()
    let batch = ParallelBatch(subjects) { subject, isCancelled in
      try validator.validate(subject, isCancelled: isCancelled)
    }
    do {
      try Interruption.observed {
        try batch.run(
          jobs: jobs ?? RenderOptions.processorCount, isCancelled: { Interruption.isRequested },
          progress: { done in
            bar?.update(
              "validating \(ProgressBar.bar(Double(done) / Double(subjects.count))) \(done)/\(subjects.count)")
          },
          deliver: { report in
            bar?.clear()
            try deliver(report)
          })
      }
    } catch let failure as Validator.Failure {
      throw CommandFailure(.storeFailed, failure.message)
    } catch let error as SystemError {
      throw CommandFailure(.storeFailed, "validate can't start a thread: \(error.reasonAndRemedy)")
    }
    if Interruption.isRequested { throw CommandFailure(.interrupted, "the validation was interrupted") }
  }
}

extension Validator.Failure {
  fileprivate var message: String {
    switch self {
    case .noChild(let failure): "validate can't start a child process (\(failure.reason)); free some memory"
    case .noFolder(let folder, let error):
      CommandFailure.unusableFolder(folder, error)
    }
  }
}

/// Validates components that have changed, as thoroughly as before, and keeps the verdicts.
struct VerdictRenewal {
  let session: Session

  /// Renews the verdicts that are stale.
  ///
  /// - Parameter uris: URIs of components, which may have been removed.
  func renew(_ uris: [String]) throws {
    let components = try Set(uris).sorted().compactMap { try session.manager.component(uri: $0) }
    let stored = try session.manager.validations()
    let levels = Dictionary(
      stored.map { ("\($0.bundle) \($0.component)", ValidationLevel(rawValue: $0.level)) }, uniquingKeysWith: { $1 })
    for level in ValidationLevel.allCases {
      let those = components.filter { (levels["\($0.bundle) \($0.uri)"] ?? .normal) == level }
      if !those.isEmpty { try renew(those, level) }
    }
  }

  private func renew(_ components: [Component], _ level: ValidationLevel) throws {
    var keeper = ResultKeeper(validating: components, session.manager)
    defer { keeper.keep() }
    let subjects = try keeper.stale(components, level: level).map {
      ValidationSubject(component: $0.uri, name: $0.name, bundle: $0.bundle)
    }
    var options = Validator.Options(environment: Configuration.processEnvironment)
    options.level = level
    options.directories = session.manager.configuration.searchDirectories
    if !subjects.isEmpty { try ObservedValidation(subjects: subjects, options: options).deliver { keeper.add($0) } }
  }
}
