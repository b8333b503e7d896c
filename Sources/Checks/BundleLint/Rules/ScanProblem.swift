internal import ComponentValidation
internal import ComponentModel

/// Why a scan or the checks can't handle a bundle or a part of it.
enum ScanProblem {
  case unreadable(BundleProblem)
  /// A plugin, a preset or the rest of the bundle crashed the process that checked it.
  case unfinished(ChildFailure)
  /// The check did not reach the end, but stopped at this resource.
  case stopped(ChildFailure, at: String?)
  case rejected(PluginProblem)
  case remark(ScanRemark)

  var problem: Problem {
    switch self {
    case .unreadable(let problem): Problem(.bundleUnreadable, "\(problem), so hosts and searches find nothing here")
    case .unfinished(let failure): Problem(.rulesUnfinished, "reading it \(failure), so it was not checked")
    case .stopped(let failure, let uri):
      Problem(
        .rulesUnfinished, "reading it \(failure)\(uri.map { " at <\($0)>" } ?? ""), so the rest was not checked")
    case .rejected(let problem): Problem(.pluginRefused, "\(problem), so hosts and searches don't find the plugin")
    case .remark(let remark): Problem(.scanRemark, remark.description)
    }
  }

  /// The line that fixes it.
  ///
  /// - Parameters:
  ///   - subject: the plugin's URI; empty for a problem of the whole bundle.
  ///   - latenessRemedy: how to allow more time.
  func line(subject: String, latenessRemedy: String) -> String {
    switch self {
    case .stopped(.late, _): "# \(latenessRemedy)"
    case .unfinished, .stopped: "# make its files smaller and simpler"
    case .unreadable: "# fix the problem that the message names"
    case .remark: "# fix the problem that the remark names"
    case .rejected(let problem): Self.line(problem, subject)
    }
  }

  private static func line(_ problem: PluginProblem, _ uri: String) -> String {
    switch problem {
    case .missingBinary: "<\(uri)> <\(Property.lv2Binary.uri)> <plugin.so> ."
    case .binaryNotFile, .unusableBinary: "# build the binary, or name the one that is there: lv2:binary"
    case .missingPortDirection: "a <\(ResourceClass.inputPort.uri)> ;"
    case .missingPortSymbol: "<\(Property.lv2Symbol.uri)> \"port\" ;"
    case .missingPortIndex: "<\(Property.lv2Index.uri)> 0 ;"
    case .portIndexNotWhole, .portIndexOutOfRange, .repeatedPortIndex:
      "# number the ports 0, 1, 2 and so on with <\(Property.lv2Index.uri)>"
    case .undeclared, .longURI, .invalidFile, .tooManyPorts, .worker, .tooLarge:
      "# fix the problem that the message names, then run this again"
    }
  }
}
