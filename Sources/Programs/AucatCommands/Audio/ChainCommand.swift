package import AucatProgram
internal import AudioComponents

/// `aucat chain`
package enum ChainCommand: DeclaredCommand {
  package static let name = "chain"

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Exports chains of components to other programs.",
    discussion: """
      A chain is a file that `aucat render --save-chain` writes.

      EXAMPLES:
        aucat chain export --pipewire vocals.json
        aucat chain export --jalv vocals.json
      """,
    [Export.self])

  /// `aucat chain export`
  package struct Export: Command {
    package static let name = "export"

    var program: ChainProgram?
    /// The file of the chain.
    package var chain = ""
    /// The file to write; nil for standard output.
    package var output: String?
    /// The number of channels before the first component.
    package var channels = 2
    package var replacesFile = false
    package var common = CommonOptions()

    package init() {}

    package static let declaration = CommandDeclaration(
      Self.self,
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
        """,
      usage: "(--pipewire | --jalv) [<options>] <chain>",
      [
        .flag("pipewire", "Write a drop-in for PipeWire's filter-chain.") { try $0.choose(.pipewire) },
        .flag("jalv", "Write a command line of jalv.") { try $0.choose(.jalv) },
        .argument("chain", "The file of the chain.", kind: .file) { $0.chain = $1 },
        .option("output", value: "output", "The file to write; standard output by default.", kind: .file, letter: "o") {
          $0.output = $1
        },
        .number("channels", value: "n", "Channels before the first component, 1 to 64; 2 by default.", in: 1...64) {
          $0.channels = $1
        },
        .flag("force", "Replace an existing file.") { $0.replacesFile = true },
      ])

    private mutating func choose(_ program: ChainProgram) throws {
      guard self.program ?? program == program else { throw UsageError("--pipewire and --jalv can't be combined") }
      self.program = program
    }

    package func run() throws {
      guard let program else { throw UsageError("--pipewire or --jalv is missing") }
      try PluginHosts.find().exportChain(self, for: program, Session(common))
    }
  }
}

/// A program that can host chains.
package enum ChainProgram: String, CaseIterable {
  case pipewire, jalv
}
