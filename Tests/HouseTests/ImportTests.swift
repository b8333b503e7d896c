import Foundation
import TestSupport
import Testing

/// Imports point one way, and each C library has one module.
@Suite struct ImportTests {
  /// What each module may import beside the system's own modules.
  private static let allowed: [String: Set<String>] = [
    "ComponentModel": [],
    "ComponentQuery": ["ComponentModel"],
    "ArdourMetadata": ["ComponentModel"],
    "AudioFiles": ["CSoundFile", "ComponentModel", "Glibc", "Linux"],
    "AudioDevices": ["CJack", "Glibc", "Linux", "Synchronization"],
    "ICU": ["CICU", "ComponentModel", "Synchronization"],
    "Lilv": ["CLilv", "Linux"],
    "Turtle": ["CSerd", "ComponentModel"],
    "Linux": ["CLinux", "Glibc", "Synchronization"],
    "ComponentScan": ["ComponentModel", "Linux"],
    "BundleReading": ["ComponentScan", "ComponentModel", "Lilv", "Linux", "Turtle"],
    "ComponentStore": ["ComponentModel", "ComponentQuery", "Glibc", "Linux", "SQLite", "Synchronization"],
    "SQLite": ["CSQLite", "Glibc"],
    "ComponentTags": ["ICU", "ComponentModel", "Linux", "Synchronization"],
    "AudioComponents": [
      "ComponentModel", "ComponentQuery", "ComponentScan", "ComponentStore", "ComponentTags", "Dispatch",
      "ICU", "Linux", "Synchronization",
    ],
    "ComponentPredicates": [
      "AudioComponents", "ComponentModel", "ComponentQuery", "FoundationEssentials", "ICU",
    ],
    "AucatCommands": [
      "ArdourMetadata", "AudioComponents", "AudioFiles", "Glibc", "Linux",
      "Synchronization",
    ],
    "RenderChain": [
      "AudioFiles", "BundleReading", "CLV2Host", "ComponentModel", "Glibc", "Linux", "Synchronization",
    ],
    "LiveHost": ["AudioDevices", "Linux", "RenderChain", "Synchronization"],
    "ChildReports": ["ComponentModel", "Linux", "Synchronization"],
    "ComponentValidation": ["ChildReports", "ComponentModel", "Glibc", "Linux", "RenderChain", "Synchronization"],
    "BundleLint": [
      "BundleReading", "ChildReports", "ComponentModel", "ComponentQuery", "ComponentScan", "ComponentTags", "ICU",
      "Linux",
      "RenderChain", "Turtle",
    ],
    "AucatRender": [
      "AucatCommands", "AudioComponents", "AudioDevices", "AudioFiles", "BundleLint", "BundleReading",
      "ChildReports", "ComponentValidation", "Glibc", "Linux", "LiveHost", "RenderChain", "Synchronization",
    ],
    "AucatLibrary": ["AudioComponents", "AudioFiles", "CAucat", "Glibc", "Linux", "RenderChain", "Synchronization"],
    "aucat": ["AucatCommands", "Glibc"],
    "aucat-render": ["AucatRender", "Glibc"],
    "aucat-manual": ["AucatCommands", "AudioComponents", "Glibc", "Linux"],
    "aucat-scan-worker": ["BundleReading"],
  ]

  /// The files that call C's library beside those of `Linux`, by their modules: for mathematics, for texts that C
  /// allocates or frees, for memory, threads and semaphores that plugins or SQLite share, and for what only they call.
  /// `SQLite` stands by itself: it reads the `errno` that SQLite's calls leave, and names the errors that SQLite means.
  private static let callersOfC: [String: Set<String>] = [
    "AudioFiles": ["LibraryDecoder", "SoundFileLibrary"],
    "AudioDevices": ["MonotonicClock"],
    "SQLite": ["BusyHandler", "DatabaseFile", "SQLiteError", "Statement"],
    "ComponentStore": ["ParameterVocabulary", "WordList", "WordScores"],
    "AucatLibrary": ["OpenCatalogs"],
    "AucatCommands": ["AudioText", "Interruption", "Pager", "Repair"],
    "RenderChain": [
      "EditLoader", "GuardedMemory", "LiveEvent", "LiveMemory", "MemoryLock", "PipelineEngine", "PluginLibrary",
      "PluginLog", "RealtimeEngine", "RealtimeWorker", "SharedRender", "StatePaths", "TestSound", "URIDMap",
      "WakeableThread",
    ],
    "AucatRender": ["LiveKeyboard"],
    "ComponentValidation": ["TestBench+Play", "TestBench+Repetition"],
    "aucat": ["main"], "aucat-manual": ["main"], "aucat-render": ["main"],
  ]

  /// Some modules, and all that they import of this package's, from one to the next.
  static func modules(below roots: [String]) -> Set<String> {
    var found: Set<String> = []
    var pending = roots
    while let module = pending.popLast() {
      guard allowed[module] != nil || module.hasPrefix("C"), found.insert(module).inserted else { continue }
      pending += allowed[module] ?? []
    }
    return found
  }

  @Test("a module imports what it may, all of that, and nothing else", arguments: allowed.keys.sorted())
  func imports(module: String) throws {
    let files = Repository.files(in: "Sources/\(module)", withSuffix: ".swift")
    #expect(!files.isEmpty)
    var used: Set<String> = []
    for file in files {
      for imported in try Self.imports(of: file) {
        #expect(Self.allowed[module]?.contains(imported) == true, "\(file) imports \(imported)")
        used.insert(imported)
      }
    }
    let unused = Self.allowed[module]?.subtracting(used) ?? []
    #expect(unused.isEmpty, "\(module) may import what it doesn't: \(unused)")
  }

  /// The modules that a file imports.
  private static func imports(of file: String) throws -> [String] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"), position <= 2, let last = words.last,
        line.first?.isLetter == true || line.first == "@"
      else { return nil }
      return String(last)
    }
  }

  @Test("C's library is called through module Linux", arguments: allowed.keys.sorted())
  func callers(module: String) throws {
    let callers = try Repository.files(in: "Sources/\(module)", withSuffix: ".swift")
      .filter { try Self.imports(of: $0).contains("Glibc") }
      .compactMap { $0.split(separator: "/").last?.dropLast(".swift".count) }.map(String.init)
    if module != "Linux" { #expect(Set(callers) == Self.callersOfC[module] ?? [], "\(module)") }
  }

  @Test("each library of C has one Swift module that imports it")
  func overlays() {
    let importers = Dictionary(
      grouping: Self.allowed.flatMap { module, imports in imports.map { (library: $0, module: module) } },
      by: \.library)
    // Modules of C begin with a C and another capital letter, as no Swift module of this package does.
    let libraries = importers.filter { $0.key.first == "C" && $0.key.dropFirst().first?.isUppercase == true }
    #expect(libraries.count >= 7)
    for (library, uses) in libraries { #expect(uses.count == 1, "\(library): \(uses.map(\.module))") }
  }

  @Test("every module with Swift sources is in the table")
  func isComplete() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources"))
    let modules = folders.filter {
      $0 != "Plugins" && !Repository.files(in: "Sources/\($0)", withSuffix: ".swift").isEmpty
    }
    #expect(Set(modules) == Set(Self.allowed.keys))
  }

  @Test("the top level holds what the architecture page names")
  func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.top).filter { !$0.hasPrefix(".") }
    let expected: Set = [
      "Package.swift", "Sources", "Tests", "Localizations", "schema", "README.md", "CONTRIBUTING.md", "LICENSE",
    ]
    #expect(Set(names).subtracting(["Package.resolved"]) == expected)
  }
}
