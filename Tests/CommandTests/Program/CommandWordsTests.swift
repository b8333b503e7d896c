import TestSupport
import Testing

@testable import AucatCommands
@testable import AucatProgram

/// How the words of a command line are read.
@Suite struct CommandWordsTests {
  /// The command that words make; nil for help and the version.
  private func read<C: Command>(_ type: C.Type, _ words: String...) throws -> C? {
    let words = CommandWords(words[...], of: C.declaration)
    if words.request != nil { return nil }
    return try C.declaration.command?(words.values()) as? C
  }

  private func mistake<C: Command>(_ type: C.Type, _ words: String...) -> String? {
    let words = CommandWords(words[...], of: C.declaration)
    do {
      _ = try C.declaration.command?(words.values())
      return nil
    } catch let error as UsageError {
      return [error.reason, error.meant, error.remedy].compactMap(\.self).joined(separator: "; ")
    } catch {
      return "\(error)"
    }
  }

  @Test("a value is a word of its own or follows an equals sign; of several the last one counts")
  func values() throws {
    let search = try #require(
      try read(SearchCommand.self, "--limit", "3", "a", "--sort=-name", "--arg", "--json", "--limit=4", "--arg=", "b"))
    #expect(search.limit == 4 && search.sort == "-name" && search.predicate == ["a", "b"] && !search.isJSON)
    #expect(search.values == ["--json", ""])
    #expect(try read(SearchCommand.self, "--arg", "a=b", "--arg=c=d")?.values == ["a=b", "c=d"])
    #expect(try read(ChainCommand.Export.self, "--jalv", "-o", "x", "c.json")?.output == "x")
  }

  @Test("behind two dashes, and alone, a dash is an argument")
  func dashes() throws {
    #expect(try read(SearchCommand.self, "-", "--", "--json", "-h", "--")?.predicate == ["-", "--json", "-h", "--"])
    #expect(try read(WithCommand.self, "lv2ls", "--names", "--", "-h")?.words == ["lv2ls", "--names", "--", "-h"])
    #expect(try read(WithCommand.self, "--help", "lv2ls") == nil)
  }

  @Test("a word with one dash is an argument of a search, but for -h")
  func exclusions() throws {
    #expect(try read(SearchCommand.self, "reverb", "-lsp", "--json", "-1")?.predicate == ["reverb", "-lsp", "-1"])
    #expect(try read(SearchCommand.self, "--sort", "-name", "-x")?.predicate == ["-x"])
    #expect(try read(SearchCommand.self, "-x", "--limt", "-h") == nil)
    #expect(try read(FavoriteCommand.self, "a", "b", "-c", "-d e")?.components == ["a", "b -c -\"d e\""])
    #expect(try read(TagCommand.Add.self, "a", "-c", "t")?.component == "a -c")
  }

  @Test("options that belong to the one before them keep their order")
  func order() throws {
    let render = try #require(
      try read(
        RenderCommand.self, "--through", "A", "in", "--set", "x=1", "--bypass", "--through=B", "--preset", "p", "out",
        "--set", "y=-2", "--set=z=3", "--side-chain", "input"))
    #expect(render.stages.map(\.component) == ["A", "B"] && render.inputs == ["in"] && render.output == "out")
    #expect(render.stages.map(\.settings) == [["x=1"], ["y=-2", "z=3"]])
    #expect(render.stages.map(\.isBypassed) == [true, false] && render.stages.map(\.preset) == [nil, "p"])
    #expect(render.stages[1].sideChain == .input)
  }

  @Test("the first mistake is named, with what helps")
  func mistakes() {
    #expect(mistake(SearchCommand.self, "--jsno") == "unknown option '--jsno'; --json")
    #expect(mistake(SearchCommand.self, "--lsp") == "unknown option '--lsp'; to exclude a word, write -lsp")
    #expect(mistake(SearchCommand.self, "--limit") == "missing value for '--limit <n>'")
    #expect(mistake(SearchCommand.self, "--limit", "--json") == "missing value for '--limit <n>'")
    #expect(mistake(SearchCommand.self, "--limit", "-1") == "--limit takes a whole number, 0 or more")
    #expect(mistake(SearchCommand.self, "--json=1") == "--json takes no value")
    #expect(mistake(SearchCommand.self, "--format", "jsn") == "--format does not take `jsn`; did you mean `json`?")
    #expect(mistake(ScanCommand.self, "--jobs=") == "--jobs takes a number from 1 to 1024")
    #expect(mistake(ScanCommand.self, "--timeout", "1e999") == "--timeout takes a number of seconds above 0")
    #expect(mistake(ScanCommand.self, "x") == "unexpected argument 'x'")
    #expect(mistake(PeakCommand.self) == "missing expected argument '<file> ...'")
    #expect(
      mistake(ChainCommand.Export.self, "--jalv", "--pipewire", "c") == "--pipewire and --jalv can't be combined")
    let dashed = "unknown option '-j'; put `--` before words that begin with a dash, such as `-j`"
    #expect(mistake(TagsCommand.self, "-j") == dashed && mistake(TagCommand.Set.self, "a", "b", "-j") == dashed)
  }

  /// Names of options are spelt once. Of the arguments one may be repeated, and what follows it is always given.
  @Test("every declaration can be read") func declarations() {
    func check(_ command: CommandDeclaration) {
      let names = command.arguments.flatMap(\.names)
      #expect(Set(names).count == names.count, "\(command.name)")
      #expect(names.allSatisfy { $0.hasPrefix("-") && !$0.contains("=") }, "\(command.name)")
      let positional = command.arguments.filter { $0.kind == .positional }
      #expect(positional.count { $0.isRepeating } <= 1, "\(command.name)")
      let after = positional.drop { !$0.isRepeating }.dropFirst()
      #expect(!after.contains { $0.isOptional }, "\(command.name)")
      for subcommand in command.subcommands { check(subcommand) }
    }
    check(Aucat.declaration)
  }
}
