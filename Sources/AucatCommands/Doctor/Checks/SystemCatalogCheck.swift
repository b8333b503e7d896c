internal import AudioComponents

/// The catalog that the users of the machine share.
enum SystemCatalogCheck: Check {
  static let name = "machine's catalog"

  static func findings(_ checkup: Checkup) -> [Finding] {
    let renewal = "`sudo aucat scan --system` rebuilds it"
    return switch checkup.manager.systemCatalogProblem() {
    case nil: []
    case .refused(let path, let reason)?:
      [
        .problem(
          path, "\(reason), so it is not used",
          remedy: "only root may be able to write it: `sudo chown root` and `sudo chmod go-w`, or delete it; \(renewal)"
        )
      ]
    case .unusable(let path, let reason)?: [.problem(path, "it can't be used (\(reason))", remedy: renewal)]
    case .newer(let path)?:
      [.note(path, "a newer aucat has made it, so this one does not use it", remedy: "update this aucat")]
    case .outdated(let path)?:
      [.note(path, "bundles or aucat have changed since it was made, so it is not used as it is", remedy: renewal)]
    }
  }
}
