internal import ComponentModel

/// The bundle as a whole.
enum ScanRules {
  static let checks: [Check] = [.bundle(declaresNothing)]

  private static func declaresNothing(_ bundle: BundleFacts) -> [Diagnostic] {
    if bundle.manifest.subjects.contains(where: { !bundle.manifest.values($0, .rdfType).isEmpty }) { return [] }
    return [
      Diagnostic(
        problem: ScanProblem.declaresNothing,
        line: "<urn:example:plugin> a \(bundle.manifest.term(LV2.plugin)) .", file: "manifest.ttl")
    ]
  }
}
