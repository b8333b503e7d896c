internal import ComponentModel

/// What the scan refuses or remarks: its own words, from its own worker.
enum ScanRules {
  static let unreadable = Rule("bundle-unreadable", .error, "the scan can't read the bundle", .elsewhere)
  static let unfinished = Rule(
    "rules-unfinished", .error, "a plugin or preset ends the rules, or they take too long", .elsewhere)
  static let refused = Rule("plugin-refused", .error, "the scan refuses a plugin", .elsewhere)
  static let remark = Rule("scan-remark", .warning, "the scan leaves something of a plugin out", .elsewhere)

  static let rules = [
    unreadable, unfinished, refused, remark,
    Rule("declares-nothing", .warning, "the manifest declares nothing", .bundle(declaresNothing)),
  ]

  private static func declaresNothing(_ bundle: BundleFacts) -> [Diagnostic] {
    if bundle.manifest.subjects.contains(where: { !bundle.manifest.values($0, .rdfType).isEmpty }) { return [] }
    return [
      Diagnostic(
        message: "manifest.ttl declares nothing, so hosts and searches find nothing here",
        line: "<urn:example:plugin> a \(bundle.manifest.term(Namespace.lv2 + "Plugin")) .", file: "manifest.ttl")
    ]
  }

  /// The line for a plugin that the scan refuses.
  static func remedy(_ problem: PluginProblem, uri: String) -> String {
    switch problem {
    case .missingBinary: "<\(uri)> <\(Property.lv2Binary.uri)> <plugin.so> ."
    case .binaryNotFile, .unusableBinary: "# build the binary, or name the one that is there: lv2:binary"
    case .missingPortDirection: "a <\(ResourceClass.inputPort.uri)> ;"
    case .missingPortSymbol: "<\(Property.lv2Symbol.uri)> \"port\" ;"
    case .missingPortIndex: "<\(Property.lv2Index.uri)> 0 ;"
    case .portIndexNotWhole, .portIndexOutOfRange, .repeatedPortIndex:
      "# number the ports 0, 1, 2 and so on with <\(Property.lv2Index.uri)>"
    case .undeclared, .longURI, .invalidFile, .tooManyPorts, .worker:
      "# repair what the reason names, then run this again"
    }
  }
}
