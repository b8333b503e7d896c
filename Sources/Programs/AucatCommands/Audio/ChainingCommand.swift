internal import AucatProgram

/// A command that takes the components of a chain and their settings.
protocol ChainingCommand: Command {
  var stages: [StageWords] { get set }

  /// Takes a `--set` without a `--through` before it.
  mutating func setOnChain(_ setting: String) throws
}

extension ChainingCommand {
  /// The options that name components, followed by those that apply to the component before them.
  static var stageOptions: [DeclaredArgument<Self>] {
    [
      .option("through", value: "component", "A component or predicate; may be repeated.", kind: .componentOrPredicate)
      {
        $0.stages.append(StageWords(component: $1))
      },
      .option("preset", value: "preset", "The preset to start with: a name or URI.", kind: .preset) { command, word in
        try command.setLast("--preset") { $0.preset = word }
      },
      .option(
        "set", value: "symbol=value", "A parameter's value, such as gain=-6 or mode=Hall; may be repeated.",
        kind: .setting
      ) { command, word in
        if command.stages.isEmpty { return try command.setOnChain(word) }
        try command.setLast("--set") { $0.settings.append(word) }
      },
      .flag("bypass", "Bypass the component.") { try $0.setLast("--bypass") { $0.isBypassed = true } },
      .choice("side-chain", value: "source", "What the side chains receive.") { command, source in
        try command.setLast("--side-chain") { $0.sideChain = source }
      },
    ]
  }

  mutating func setOnChain(_ setting: String) throws { throw UsageError.withoutComponent("--set") }

  private mutating func setLast(_ option: String, _ body: (inout StageWords) -> Void) throws {
    guard !stages.isEmpty else { throw UsageError.withoutComponent(option) }
    body(&stages[stages.count - 1])
  }
}

extension UsageError {
  /// The error for an option that applies to a component when there is none before it.
  static func withoutComponent(_ option: String) -> UsageError {
    UsageError("\(option) belongs to a --through before it, and there is none")
  }
}

/// The input of a component's side chains; the raw values are those of a chain file.
package enum SideChainSource: String, CaseIterable {
  case silence, input
}

/// One component of a chain, as given on the command line.
package struct StageWords {
  /// A URI, a name or a predicate.
  package var component: String
  /// A preset's name or URI.
  package var preset: String?
  /// `SYMBOL=VALUE`
  package var settings: [String] = []
  package var isBypassed = false
  package var sideChain: SideChainSource?

  /// A component with nothing set.
  package init(component: String) { self.component = component }
}
