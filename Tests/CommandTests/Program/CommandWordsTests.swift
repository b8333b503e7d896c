import TestSupport
import Testing

@testable import AucatCommands
@testable import AucatProgram

/// How the words of a command line are read.
struct CommandWordsTests {
  /// The command that words make; nil for help and the version.
  private func read<C: Command>(_ type: C.Type, _ words: String...) throws -> C? {
    let words = CommandWords(words[...], of: C.declaration)
    if words.request != nil { return nil }
    return try C.declaration.command?(words.values()) as? C
  }

  @Test("a value is a word of its own or follows an equals sign; of several the last one counts")
  func values() throws {
    let search = try demand(
      read(SearchCommand.self, "--limit", "3", "a", "--sort=-name", "--arg", "--json", "--limit=4", "--arg=", "b"))
    verify(search.limit == 4 && search.sort == "-name" && search.predicate == ["a", "b"] && !search.isJSON)
    verify(search.values, equals: ["--json", ""])
    try verify(read(SearchCommand.self, "--arg", "a=b", "--arg=c=d")?.values, equals: ["a=b", "c=d"])
    try verify(read(ChainCommand.Export.self, "--jalv", "-o", "x", "c.json")?.output, equals: "x")
  }

  @Test("behind two dashes, and alone, a dash is an argument")
  func dashes() throws {
    try verify(
      read(SearchCommand.self, "-", "--", "--json", "-h", "--")?.predicate, equals: ["-", "--json", "-h", "--"])
    try verify(read(WithCommand.self, "lv2ls", "--names", "--", "-h")?.words, equals: ["lv2ls", "--names", "--", "-h"])
    try verify(read(WithCommand.self, "--help", "lv2ls") == nil)
  }

  @Test("a request's options stand anywhere, and other words with dashes belong to the request")
  func requests() throws {
    for words in [
      ["--json", "set", "1", "gain", "-6"], ["set", "1", "gain", "-6", "--json"], ["set", "--json", "-6"],
    ] {
      let reading = CommandWords(words[...], of: LiveSendCommand.declaration)
      verify(reading.arguments, equals: words.filter { $0 != "--json" })
      verify(reading.options.count == 1 && reading.pending == nil, "\(words)")
    }
    try verify(read(LiveSendCommand.self, "list", "--to", "a", "--json")?.session, equals: "a")
    try verify(read(LiveSendCommand.self, "list", "--to=a")?.session, equals: "a")
    try verify(read(LiveSendCommand.self, "set", "--help") == nil)
    let passed = CommandWords(["set", "--", "--json"], of: LiveSendCommand.declaration)
    verify(passed.arguments == ["set", "--json"] && passed.options.isEmpty)
  }

  @Test("a word with one dash is an argument of a search, but for -h")
  func exclusions() throws {
    try verify(read(SearchCommand.self, "reverb", "-lsp", "--json", "-1")?.predicate, equals: ["reverb", "-lsp", "-1"])
    try verify(read(SearchCommand.self, "--sort", "-name", "-x")?.predicate, equals: ["-x"])
    try verify(read(SearchCommand.self, "-x", "--limt", "-h") == nil)
    try verify(read(FavoriteCommand.self, "a", "b", "-c", "-d e")?.components, equals: ["a", "b -c -\"d e\""])
    try verify(read(TagCommand.Add.self, "a", "-c", "t")?.given.components, equals: ["a -c"])
  }

  @Test("options that belong to the one before them keep their order")
  func order() throws {
    let render = try demand(
      read(
        RenderCommand.self, "--through", "A", "in", "--set", "x=1", "--bypass", "--through=B", "--preset", "p", "out",
        "--set", "y=-2", "--set=z=3", "--side-chain", "input"))
    verify(render.stages.map(\.component) == ["A", "B"] && render.inputs == ["in"] && render.output == "out")
    verify(render.stages.map(\.settings), equals: [["x=1"], ["y=-2", "z=3"]])
    verify(render.stages.map(\.isBypassed) == [true, false] && render.stages.map(\.preset) == [nil, "p"])
    verify(render.stages[1].sideChain, equals: .input)
  }

  /// Names of options are spelt once. Of the arguments one may be repeated, and what follows it is always given.
  @Test("every declaration can be read") func declarations() {
    func check(_ command: CommandDeclaration) {
      let names = command.arguments.flatMap(\.names)
      verify(Set(names).count, equals: names.count, "\(command.name)")
      verify(names.allSatisfy { $0.hasPrefix("-") && !$0.contains("=") }, "\(command.name)")
      let positional = command.arguments.filter { $0.kind == .positional }
      verify(positional.count { $0.isRepeating } <= 1, "\(command.name)")
      let after = positional.drop { !$0.isRepeating }.dropFirst()
      verify(!after.contains { $0.isOptional }, "\(command.name)")
      for subcommand in command.subcommands { check(subcommand) }
    }
    check(Aucat.declaration)
  }
}
