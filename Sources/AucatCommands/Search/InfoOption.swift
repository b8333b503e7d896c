internal import ArgumentParser

/// The options of `aucat info`.
enum InfoOption: String, DeclaredOption {
  case json, color, locale

  var help: ArgumentHelp {
    switch self {
    case .json: "Print a JSON object."
    case .color: commonHelp.color
    case .locale: commonHelp.locale
    }
  }

  var takesValue: Bool { self != .json }
  var takesDashes: Bool { false }
}

/// The parsed options of `aucat info`.
struct InfoOptions: WordOptions, Equatable {
  var component: String
  var isJSON = false
  var color: String?
  var locale: String?

  init(component: String) { self.component = component }

  /// Parses the options.
  ///
  /// - Returns: nil for usage errors and requests for help, which are left to ArgumentParser.
  init?(_ words: ArraySlice<String>) {
    let declared = DeclaredWords(words) { name in InfoOption(rawValue: name).map { ($0.takesValue, $0.takesDashes) } }
    guard let declared, let component = declared.arguments.first, declared.arguments.count == 1 else { return nil }
    self.component = component
    for (name, value) in declared.options {
      if let option = InfoOption(rawValue: name) { set(option, value) }
    }
  }

  private mutating func set(_ option: InfoOption, _ value: String) {
    switch option {
    case .json: isJSON = true
    case .color: color = value
    case .locale: locale = value
    }
  }
}
