internal import AucatCommands
internal import AudioComponents
internal import ComponentValidation

/// Validates components that have changed, as thoroughly as before, and keeps the verdicts.
struct VerdictRenewal {
  let session: Session

  /// Renews the verdicts that are stale.
  ///
  /// - Parameter uris: of components, which may be gone.
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
