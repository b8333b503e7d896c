import Foundation
import TestSupport
import Testing

/// Imports point one way, and each C library has one module.
@Suite struct ImportTests {
  /// What the system gives, of which only `Glibc` is told by files.
  private static let system: Set = ["Dispatch", "Glibc", "Synchronization"]

  /// What comes from other packages, with the trait of the module that imports it.
  private static let packages: [String: Set<String>] = ["PageServer": ["NIOCore", "NIOHTTP1", "NIOPosix"]]

  /// The one module that brings a Foundation.
  private static let withFoundation = "ComponentPredicates"

  /// The files that call C's library beside those of `Linux`, by their modules: for mathematics, for texts that C
  /// allocates or frees, for memory, threads and semaphores that plugins or SQLite share, and for what only they call.
  /// `SQLite` stands by itself: it reads the `errno` that SQLite's calls leave, and names the errors that SQLite means.
  private static let callersOfC: [String: Set<String>] = [
    "AudioFiles": ["LibraryDecoder", "LoudnessMeter", "SoundFileLibrary"],
    "BundleReading": ["TermTable"],
    "LiveSound": ["MonotonicClock"],
    "SQLite": ["BusyHandler", "DatabaseFile", "SQLiteError", "Statement"],
    "CatalogSearch": ["ParameterVocabulary", "WordScores"],
    "CatalogStore": ["WordList"],
    "AucatLibrary": ["OpenCatalogs"],
    "AucatProgram": ["AudioText", "Interruption", "Pager"], "AucatCommands": ["Repair"],
    "ChainHosting": [
      "ChildMemory", "EditLoader", "GuardedMemory", "LiveMemory", "MemoryLock", "PluginLibrary", "PluginLog",
      "RealtimeEngine", "RealtimeWorker", "StatePaths", "URIDMap", "WakeableThread",
    ],
    "ChainModel": ["LiveEvent"],
    "RenderChain": ["PipelineEngine"],
    "ComponentValidation": ["TestBench+Play", "TestBench+Repetition", "TestSound"],
    "aucat": ["main"], "aucat-browse": ["main"], "aucat-render": ["LiveFaults", "LiveKeyboard", "main"],
  ]

  @Test("a module imports what Package.swift says, all of that, and nothing else", arguments: Module.all)
  func imports(module: Module) throws {
    var expected = Set(module.needs).union(Self.packages[module.name, default: []])
    if module.name == Self.withFoundation { expected.insert("FoundationEssentials") }
    var used: Set<String> = []
    for file in module.files {
      for imported in try Self.imports(of: file) where !Self.system.contains(imported) {
        #expect(expected.contains(imported), "\(file) imports \(imported)")
        used.insert(imported)
      }
    }
    #expect(used == expected, "\(module.name) may import what it doesn't: \(expected.subtracting(used))")
  }

  /// The modules that a file imports.
  private static func imports(of file: String) throws -> [String] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // What is compiled with a trait only is indented.
    let indent = text.hasPrefix("#if ") ? 2 : 0
    return text.split(separator: "\n").map { $0.prefix(indent).allSatisfy { $0 == " " } ? $0.dropFirst(indent) : $0 }
      .compactMap { line in
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"), position <= 2, let last = words.last,
          line.first?.isLetter == true || line.first == "@"
        else { return nil }
        return String(last)
      }
  }

  @Test("C's library is called through module Linux", arguments: Module.all)
  func callers(module: Module) throws {
    let callers = try module.files.filter { try Self.imports(of: $0).contains("Glibc") }
      .compactMap { $0.split(separator: "/").last?.dropLast(".swift".count) }.map(String.init)
    if module.name != "Linux" { #expect(Set(callers) == Self.callersOfC[module.name] ?? [], "\(module.name)") }
  }

  @Test("each library of C has one Swift module that needs it")
  func overlays() {
    // Modules of C begin with a C and another capital letter, as no Swift module of this package does.
    let libraries = Module.all.flatMap(\.needs).filter {
      $0.first == "C" && $0.dropFirst().first?.isUppercase == true
    }
    #expect(libraries.count >= 7)
    #expect(libraries.count == Set(libraries).count, "\(libraries.sorted())")
  }

  @Test("lilv and serd are each called by one file, which keeps their types", arguments: ["CLilv", "CSerd"])
  func readers(library: String) throws {
    let files = try #require(Module.named("BundleReading")).files
    let lines = try files.flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
    #expect(lines.filter { $0.hasSuffix("import \(library)") } == ["private import \(library)"])
  }

  @Test("the top level holds what the architecture page names")
  func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.top).filter { !$0.hasPrefix(".") }
    let expected: Set = [
      "Package.swift", "Sources", "Tests", "Localizations", "schema", "README.md", "CONTRIBUTING.md", "NEWS.md",
      "LICENSE",
    ]
    #expect(Set(names).subtracting(["Package.resolved"]) == expected)
  }
}
