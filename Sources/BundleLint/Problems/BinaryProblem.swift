internal import ChildReports
internal import ComponentModel

/// Where a binary fails, or disagrees with the Turtle.
struct BinaryProblem: Problem {
  /// Its path, relative to the bundle.
  var binary: String
  var kind: Kind

  enum Kind: Hashable, Sendable {
    /// The loader's reason.
    case notLoadable(String)
    case crashes(ChildFailure, at: InspectionStep)
    case noDescriptor
    /// What it printed last.
    case prints(String)
    case lacksPlugin
    case undeclaredPlugin
    case missingExtension(String)
    case undeclaredExtension(String)
  }

  var rule: Rule {
    switch kind {
    case .notLoadable: .binaryNotLoadable
    case .crashes: .binaryCrashes
    case .noDescriptor: .binaryNoDescriptor
    case .prints: .binaryPrints
    case .lacksPlugin: .binaryLacksPlugin
    case .undeclaredPlugin: .turtleLacksPlugin
    case .missingExtension: .extensionMissing
    case .undeclaredExtension: .extensionUndeclared
    }
  }

  var description: String {
    switch kind {
    case .notLoadable(let reason): "\(binary) can't be loaded, so hosts can't run its plugins: \(reason)"
    case .crashes(let failure, let step): "\(binary) \(failure) when a host is \(step)"
    case .noDescriptor:
      "\(binary) has neither lv2_descriptor nor lv2_lib_descriptor, so hosts find no plugin in it"
    case .prints(let words): "\(binary) prints when it is loaded: \(words)"
    case .lacksPlugin: "\(binary) lacks it, so hosts show a plugin that doesn't start"
    case .undeclaredPlugin: "\(binary) has it but the Turtle does not, so hosts and searches don't find it"
    case .missingExtension(let uri):
      "\(binary) lacks <\(uri)>, which is declared, so hosts rely on something that is not there"
    case .undeclaredExtension(let uri):
      "\(binary) has <\(uri)>, which is not declared, so hosts that rely on the Turtle don't use it"
    }
  }

  /// The line that fixes it.
  ///
  /// - Parameter subject: the plugin's URI; empty for a problem of the whole binary.
  func line(subject: String) -> String {
    switch kind {
    case .notLoadable: "# link what is missing, or depend on the package that has it; rebuild \(binary)"
    case .crashes: "# repair and rebuild \(binary)"
    case .noDescriptor: "# export one of the two functions and rebuild \(binary)"
    case .prints: "# use the log feature (log:log); rebuild \(binary)"
    case .lacksPlugin: "# remove <\(subject)> a lv2:Plugin from manifest.ttl, or rebuild \(binary) with it"
    case .undeclaredPlugin: "<\(subject)> a <\(Namespace.lv2)Plugin> ; <\(Namespace.lv2)binary> <\(binary)> ."
    case .missingExtension(let uri): "# remove lv2:extensionData <\(uri)>, or rebuild \(binary) with it"
    case .undeclaredExtension(let uri): "<\(subject)> <\(Namespace.lv2)extensionData> <\(uri)> ."
    }
  }
}
