internal import AudioComponents
internal import Linux

/// Bundles and plugins that are kept away from hosts.
enum QuarantineCheck: Check {
  static let name = "quarantine"

  static func findings(_ checkup: Checkup) -> [Finding] {
    QuarantinedGroup.groups(of: checkup.catalog.quarantined).map { group in
      let bundle = group.first
      return .problem(
        group.count == 1 ? bundle.uri.map { "\($0) in \(bundle.path)" } ?? bundle.path : group.name,
        "kept away from hosts since \(bundle.since): \(bundle.reason) (\(bundle.verdict.rawValue))",
        remedy: remedy(group), fix: .scan)
    }
  }

  private static func remedy(_ group: QuarantinedGroup) -> String {
    if !isReadable(group.first.path) { return "make it readable by you, then run `aucat scan --full`, or --fix" }
    let what = group.count == 1 ? "it" : "the bundle"
    return "update or remove \(what), then scan; `aucat lint` tells its author more; --fix tries it again"
  }

  /// Whether this user may read what there is of a bundle's directory and manifest. Without its other files it has only less
  /// to tell.
  private static func isReadable(_ bundle: String) -> Bool {
    [bundle, "\(bundle)/manifest.ttl"].allSatisfy { !Path.exists($0) || Path.isReadable($0) }
  }
}
