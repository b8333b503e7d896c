internal import ArgumentParser

/// The options that name the components of a chain and what is set on them.
struct StageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A component or predicate; may be repeated.", valueName: "component"))
  var through: [String] = []

  @Option(help: ArgumentHelp("The preset to start with: a name or URI.", valueName: "preset"))
  var preset: [String] = []

  @Option(
    help: ArgumentHelp("A parameter's value, such as gain=-6 or mode=Hall; may be repeated.", valueName: "symbol=value")
  )
  var set: [String] = []

  @Flag(help: "Bypass the component.")
  var bypass: Int

  @Option(help: ArgumentHelp("What the side chains receive.", valueName: "source"))
  var sideChain: [SideChainSource] = []

  /// Whether none of them is given.
  var areEmpty: Bool { through.isEmpty && preset.isEmpty && set.isEmpty && bypass == 0 && sideChain.isEmpty }

  /// What is set on the components of a chain's file: `SYMBOL=VALUE`, or `NUMBER:SYMBOL=VALUE`.
  ///
  /// - Throws: a failure for any other option of a component.
  func settingsOfChain() throws -> [String] {
    let others = [("--preset", !preset.isEmpty), ("--bypass", bypass > 0), ("--side-chain", !sideChain.isEmpty)]
    if let other = others.first(where: \.1)?.0 {
      throw CommandFailure(.usage, "\(other) belongs to a --through before it, and there is none")
    }
    return set
  }

  /// The components, each with what the words after it set.
  ///
  /// - Throws: a failure for an option without a component.
  func stages() throws -> [StageWords] {
    try StageWords.stages(
      CommandLineWords.current, through: through, presets: preset, settings: set, sideChains: sideChain)
  }
}

extension SideChainSource: ExpressibleByArgument {}
