internal import AucatProgram
internal import AudioComponents

/// The result of a scan, for people and for programs.
struct ScanSummary {
  let report: ScanReport

  /// One JSON object; its keys are a contract.
  var json: String {
    let quarantined = report.quarantined.map { bundle in
      JSON.object([
        ("bundle", .string(bundle.path)), ("reason", .string(bundle.reason)),
        ("since", .string(bundle.since.description)),
        ("uri", .optional(bundle.uri)), ("verdict", .string(bundle.verdict.rawValue)),
      ])
    }
    return JSON.object([
      ("bundles", .int(report.bundles)), ("components", .int(report.components)), ("added", .int(report.added)),
      ("changed", .int(report.changed)), ("removed", .int(report.removed)), ("unchanged", .int(report.unchanged)),
      ("quarantined", .array(quarantined)), ("seconds", .number(rounded(report.seconds))),
      ("generation", .int(report.generation)),
    ]).encoded + "\n"
  }

  func text(_ terminal: Terminal) -> String {
    var changes: [String] = []
    if report.added > 0 { changes.append("\(report.added) new") }
    if report.changed > 0 { changes.append("\(report.changed) changed") }
    if report.removed > 0 { changes.append("\(report.removed) removed") }
    if report.newlyQuarantined > 0 { changes.append("\(report.newlyQuarantined) newly quarantined") }
    if changes.isEmpty { changes.append("nothing changed") }
    let summary =
      "\(Count.text(report.components, "component")) in \(Count.text(report.bundles, "bundle")): "
      + "\(changes.joined(separator: ", ")), \(rounded(report.seconds)) s\n"
    return summary + QuarantinedGroup.groups(of: report.quarantined).map { line($0, terminal) }.joined()
  }

  private func line(_ group: QuarantinedGroup, _ terminal: Terminal) -> String {
    let bundle = group.first
    let what = group.count > 1 ? group.name : bundle.uri.map { "\($0) in \(bundle.path)" } ?? bundle.path
    let verdict = terminal.red(bundle.verdict.rawValue)
    return "  \(verdict)  \(Escaping.escaped(what)): \(Escaping.escaped(bundle.reason))\(remedy(bundle))\n"
  }

  private func remedy(_ bundle: QuarantinedBundle) -> String {
    bundle.verdict == .timedOut ? "; retry with scan --full and a longer --timeout" : ""
  }

  private func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
}
