import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import AucatCommands

/// `search` and `info` read their own options; ArgumentParser prints their help and answers mistakes. Both have to agree.
@Suite struct DeclaredOptionTests {
  private static let words = [
    "drum", "tag contains drum", "-", "--", "", "5", "-1", "x", "-x", "-name,uri", "name", "json", "xml", "de",
    "always",
    "--help", "-h", "--nonsense", "--limit=3", "--limit=", "--sort=-name", "--format=csv", "--count=1", "--json=",
    "--locale=", "=", "--=",
  ]

  private static func randomLines(_ options: [String]) -> [[String]] {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "options of a command")
    let pool = words + options.map { "--" + $0 } + options.map { "--" + $0 }
    return (0..<2_000).map { _ in
      (0..<Int.random(in: 0...5, using: &random)).map { _ in pool.randomElement(using: &random) ?? "" }
    }
  }

  /// Whether a line is left to ArgumentParser: it repeats an option, or has `--` for a value.
  private static func isUnusual(_ line: [String]) -> Bool {
    let names = line.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    return Set(names).count < names.count || zip(line, line.dropFirst()).contains { $0.hasPrefix("--") && $1 == "--" }
  }

  @Test func searchesAreReadAsArgumentParserReadsThem() throws {
    for line in Self.randomLines(SearchOptions.declared.map(\.name)) where !Self.excludes(line) {
      let parsed = (try? SearchCommand.parseAsRoot(line)) as? SearchCommand
      let read = try? SearchOptions.read(line[...])
      if let read { #expect(try parsed?.options == read, "\(line)") }
      if !Self.isUnusual(line) { #expect((parsed == nil) == (read == nil), "\(line)") }
    }
  }

  /// Whether a line excludes a word, which ArgumentParser does not know.
  private static func excludes(_ line: [String]) -> Bool {
    DeclaredWords.withoutExclusions(line[...]) { SearchOptions.forms[$0] ?? InfoOptions.forms[$0] }.count < line.count
  }

  @Test(
    "a word with one dash is an argument of a search, but for -h",
    arguments: [
      (["reverb", "-lsp"], ["reverb", "-lsp"]), (["-lsp", "--json", "reverb"], ["-lsp", "reverb"]), (["-1"], ["-1"]),
      (["--sort", "-name", "-x"], ["-x"]), (["--", "--x", "-h"], ["--x", "-h"]), (["-h"], nil),
      (["-x", "--limt"], nil),
    ])
  func exclusionsAreArguments(line: [String], predicate: [String]?) throws {
    #expect(try SearchOptions.read(line[...])?.predicate == predicate)
  }

  @Test("what is wrong beside an exclusion is reported, not the exclusion")
  func exclusionsHideNoMistake() {
    let (words, isWhole) = SearchCommand.readable(["-x", "--limt", "--sort", "-name", "--", "-y"])
    #expect(words == ["--limt", "--sort", "-name", "--", "-y"] && !isWhole)
  }

  @Test(
    "exclusions are moved behind the options",
    arguments: [
      (["a", "-x", "--sort", "-name", "--json"], ["--sort=-name", "--json", "--", "a", "-x"]),
      (["a", "--json"], ["a", "--json"]), (["a", "--", "-x"], ["a", "--", "-x"]),
    ])
  func exclusionsAreMoved(line: [String], words: [String]) {
    let readable = SearchCommand.readable(line[...])
    #expect(readable.words == words && readable.isWhole)
  }

  @Test func infoIsReadAsArgumentParserReadsIt() throws {
    for line in Self.randomLines(InfoOptions.declared.map(\.name)) where !Self.excludes(line) {
      let parsed = (try? InfoCommand.parseAsRoot(line)) as? InfoCommand
      let read = try? InfoOptions.read(line[...])
      if let read { #expect(try parsed?.options == read, "\(line)") }
      if !Self.isUnusual(line) { #expect((parsed == nil) == (read == nil), "\(line)") }
    }
  }

  @Test func helpShowsWhatIsDeclaredAndNothingElse() {
    #expect(Self.options(inHelp: SearchCommand.helpMessage()) == Set(SearchOptions.declared.map(\.name)))
    #expect(Self.options(inHelp: InfoCommand.helpMessage()) == Set(InfoOptions.declared.map(\.name)))
  }

  /// The options that a help text describes: each begins a line.
  private static func options(inHelp text: String) -> Set<String> {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("--") }
    return Set(lines.map { String($0.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }) })
  }
}
