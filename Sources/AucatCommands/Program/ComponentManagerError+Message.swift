internal import AudioComponents

extension ComponentManagerError {
  /// What happened, where and what helps at the command line, in one line.
  var message: String {
    switch self {
    case .workerMissing where isWorkerNamed: "\(event), which AUCAT_WORKER names; correct or unset AUCAT_WORKER"
    case .workerMissing: "\(event); build the whole package, install it, or set AUCAT_WORKER"
    case .workerUnusable: "\(event); install it again or set AUCAT_WORKER"
    case .invalidPredicate(let error): error.withCommands.description
    default: description
    }
  }

  private var isWorkerNamed: Bool { Configuration.processEnvironment["AUCAT_WORKER"]?.isEmpty == false }
}
