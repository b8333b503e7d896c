/// What the scan refuses or remarks: its own words, from its own worker.
enum ScanRules {
  static let rules = [
    Rule("bundle-unreadable", .error, "the scan can't read the bundle", .elsewhere),
    Rule("rules-unfinished", .error, "a plugin or preset ends the rules, or they take too long", .elsewhere),
    Rule("plugin-refused", .error, "the scan refuses a plugin", .elsewhere),
    Rule("scan-remark", .warning, "the scan leaves something of a plugin out", .elsewhere),
    Rule("declares-nothing", .warning, "the manifest declares nothing", .bundle(declaresNothing)),
  ]

  private static func declaresNothing(_ bundle: BundleFacts) -> [Complaint] {
    let declares = bundle.manifest.subjects.contains { subject in
      bundle.manifest.facts(of: subject).contains { $0.predicate == Namespace.type }
    }
    if declares { return [] }
    return [
      Complaint(
        message: "manifest.ttl declares nothing, so hosts and searches find nothing here",
        line: "<urn:example:plugin> a \(bundle.manifest.term(Namespace.lv2 + "Plugin")) .", file: "manifest.ttl")
    ]
  }

  /// The line for a plugin that the scan refuses, as far as its reason tells.
  static func remedy(_ reason: String, uri: String) -> String {
    if reason.hasPrefix("it has no binary") { return "<\(uri)> <\(Namespace.lv2)binary> <plugin.so> ." }
    if reason.hasSuffix("is neither input nor output") { return "a <\(Namespace.lv2)InputPort> ;" }
    if reason.hasSuffix("has no symbol") { return "<\(Namespace.lv2)symbol> \"port\" ;" }
    if reason.contains("a port has no index") { return "<\(Namespace.lv2)index> 0 ;" }
    if reason.hasPrefix("port index") || reason.hasPrefix("two ports") {
      return "# number the ports 0, 1, 2 and so on with <\(Namespace.lv2)index>"
    }
    if reason.hasPrefix("its binary") { return "# build the binary, or name the one that is there: lv2:binary" }
    return "# repair what the reason names, then run this again"
  }
}
