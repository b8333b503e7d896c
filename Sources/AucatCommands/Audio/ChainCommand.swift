internal import ArgumentParser
internal import AudioComponents

/// `aucat chain`
struct ChainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chain",
    abstract: "Exports chains of components to other programs.",
    discussion: """
      A chain is a file that `aucat render --save-chain` writes.

      EXAMPLES:
        aucat chain export --pipewire vocals.json
        aucat chain export --jalv vocals.json
      """,
    subcommands: [Export.self])

  /// `aucat chain export`
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Writes a chain as a filter-chain of PipeWire or a command line of jalv.",
      discussion: """
        With --pipewire, the chain becomes a sink that every program can play to. Save it in \
        ~/.config/pipewire/pipewire.conf.d, in a file that ends in .conf, and restart PipeWire; or in filter-chain.conf.d \
        if a process of its own runs filter-chains. Filter-chains set parameters and connect audio, but they have no \
        MIDI, messages, control voltage or plugin state.

        With --jalv, a chain of one component becomes a command line. jalv needs a JACK server.

        EXAMPLES:
          aucat chain export --pipewire vocals.json
          aucat chain export --pipewire vocals.json -o ~/.config/pipewire/pipewire.conf.d/vocals.conf
          aucat chain export --jalv vocals.json
        """)

    @Flag(help: "The program that will host the chain.")
    var program: ChainProgram

    @Argument(help: "The file of the chain.")
    var chain: String

    @Option(name: [.customShort("o"), .customLong("output")], help: "The file to write; standard output by default.")
    var output: String?

    @Option(help: ArgumentHelp("Channels before the first component, 1 to 64.", valueName: "n"))
    var channels = 2

    @Flag(name: .customLong("force"), help: "Replace a file that is there.")
    var replacesFile = false

    @OptionGroup var common: SharedOptions

    func validate() throws {
      guard (1...64).contains(channels) else { throw ValidationError("--channels takes a number from 1 to 64") }
    }

    func run() throws {
      let host = try PluginHosts.find()
      try host.exportChain(
        ChainExportRequest(
          chain: chain, program: program, channels: channels, output: output, replacesFile: replacesFile),
        try Session(common))
    }
  }
}

/// A program that can host chains.
package enum ChainProgram: String, CaseIterable {
  case pipewire, jalv
}

extension ChainProgram: EnumerableFlag {
  static func help(for program: ChainProgram) -> ArgumentHelp? {
    switch program {
    case .pipewire: "Write a drop-in for PipeWire's filter-chain."
    case .jalv: "Write a command line of jalv."
    }
  }
}

/// The parsed options of `aucat chain export`.
package struct ChainExportRequest {
  /// The file of the chain.
  package var chain: String
  package var program: ChainProgram
  /// Channels before the first component.
  package var channels: Int
  /// The file to write; nil for standard output.
  package var output: String?
  /// Whether it may replace a file.
  package var replacesFile: Bool
}
