internal import AudioComponents

/// Plugins of one bundle that are kept away from hosts for the same reason: one missing binary may affect dozens.
struct QuarantinedGroup {
  /// One of the plugins, or the whole bundle.
  let first: QuarantinedBundle
  private(set) var count = 1

  /// Its name in a list.
  var name: String {
    count > 1 ? "\(Count.text(count, "plugin")) in \(first.path)" : first.uri ?? first.path
  }

  /// The groups in the order of their first members.
  static func groups(of bundles: [QuarantinedBundle]) -> [QuarantinedGroup] {
    var groups: [QuarantinedGroup] = []
    var positions: [[String]: Int] = [:]
    for bundle in bundles {
      let key = [bundle.path, bundle.verdict.rawValue, bundle.reason]
      if let position = positions[key], bundle.uri != nil {
        groups[position].count += 1
      } else {
        positions[key] = groups.count
        groups.append(QuarantinedGroup(first: bundle))
      }
    }
    return groups
  }
}
