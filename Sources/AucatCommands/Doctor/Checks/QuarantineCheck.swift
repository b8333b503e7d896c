internal import AudioComponents

/// Bundles and plugins that are kept away from hosts.
enum QuarantineCheck: Check {
  static let name = "quarantine"

  static func findings(_ checkup: Checkup) -> [Finding] {
    QuarantinedGroup.groups(of: checkup.catalog.quarantined).map { group in
      let bundle = group.first
      return .problem(
        group.count == 1 ? bundle.uri.map { "\($0) in \(bundle.path)" } ?? bundle.path : group.name,
        "kept away from hosts since \(bundle.since): \(bundle.reason) (\(bundle.verdict.rawValue))",
        remedy:
          "update or remove \(group.count == 1 ? "it" : "the bundle"), then scan; `aucat lint` tells its author more; --fix tries it again",
        fix: .scan)
    }
  }
}
