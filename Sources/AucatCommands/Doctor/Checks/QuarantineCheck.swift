internal import AudioComponents

/// Bundles and plugins that are kept away from hosts.
enum QuarantineCheck: Check {
  static let name = "quarantine"

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.catalog.quarantined.map { bundle in
      .problem(
        bundle.uri.map { "\($0) in \(bundle.path)" } ?? bundle.path,
        "kept away from hosts since \(bundle.since): \(bundle.reason) (\(bundle.verdict.rawValue))",
        remedy: "update or remove it, then scan; `aucat lint` tells its author more; --fix tries it again", fix: .scan)
    }
  }
}
