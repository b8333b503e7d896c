internal import ArgumentParser

/// The options of `aucat info`.
enum InfoOption: String, DeclaredOption {
  case json, noPager = "no-pager", color, locale

  var help: ArgumentHelp {
    switch self {
    case .json: "Print a JSON object."
    case .noPager: commonHelp.noPager
    case .color: commonHelp.color
    case .locale: commonHelp.locale
    }
  }

  var takesValue: Bool { self == .color || self == .locale }
  var takesDashes: Bool { false }
}

/// The parsed options of `aucat info`.
struct InfoOptions: WordOptions, Equatable {
  /// A URI, a name, or words, which a shell may have split.
  var component: [String]
  var isJSON = false
  var isUnpaged = false
  var color: String?
  var locale: String?

  init(component: [String]) { self.component = component }

  /// Parses the options.
  ///
  /// - Returns: nil for usage errors and requests for help, which are left to ArgumentParser.
  init?(_ words: ArraySlice<String>) {
    let declared = DeclaredWords(words, takesExclusions: true) { name in
      InfoOption(rawValue: name).map { ($0.takesValue, $0.takesDashes) }
    }
    guard let declared, !declared.arguments.isEmpty else { return nil }
    component = declared.arguments
    for (name, value) in declared.options {
      if let option = InfoOption(rawValue: name) { set(option, value) }
    }
  }

  private mutating func set(_ option: InfoOption, _ value: String) {
    switch option {
    case .json: isJSON = true
    case .noPager: isUnpaged = true
    case .color: color = value
    case .locale: locale = value
    }
  }
}
