import Foundation
import TestSupport
import Testing

/// `Sources` shows layers, arrows between modules point down, and each C library has one module.
struct ImportTests {
  /// What the system gives, of which only `Glibc` is told by files.
  private static let system: Set = ["Dispatch", "Glibc", "Synchronization"]

  /// What comes from other packages, with the trait of the module that imports it, and from Foundation.
  private static let packages: [String: Set<String>] = [
    "PageServer": ["NIOCore", "NIOHTTP1", "NIOPosix"], "ComponentPredicates": ["FoundationEssentials"],
  ]

  /// The files that call C's library beside those of `Linux`, by their modules: for mathematics, for texts that C
  /// allocates or frees, for memory, threads and semaphores that plugins or SQLite share, and for what only they call.
  /// `SQLite` stands by itself: it reads the `errno` that SQLite's calls leave, and names the errors that SQLite means.
  private static let callersOfC: [String: Set<String>] = [
    "AudioFiles": ["LibraryDecoder", "LoudnessMeter", "SoundFileLibrary"],
    "BundleReading": ["TermTable"],
    "LiveSound": ["MonotonicClock"],
    "SQLite": ["BusyHandler", "DatabaseFile", "SQLiteError", "Statement"],
    "CatalogSearch": ["NearEvidence", "ParameterVocabulary", "Weights"],
    "CatalogStore": ["WordList"], "ComponentModel": ["ParameterUnit"],
    "AucatLibrary": ["OpenCatalogs"],
    "AucatProgram": ["AudioText", "Interruption", "Pager"], "AucatCommands": ["Repair"],
    "ChainHosting": [
      "ChildMemory", "EditLoader", "GuardedMemory", "LiveMemory", "MemoryLock", "PluginLibrary", "PluginLog",
      "RealtimeEngine", "RealtimeWorker", "StatePaths", "URIDMap", "WakeableThread",
    ],
    "ChainModel": ["LiveEvent"],
    "RenderChain": ["PipelineEngine"],
    "ComponentValidation": ["TestBench+Play", "TestBench+Repetition", "TestSound"],
    "aucat": ["main"], "aucat-browse": ["main"],
    "aucat-render": ["LiveFaults", "LiveKeyboard", "TimelyEnd", "main"], "PageServer": ["PageServer"],
  ]

  /// What the files of a module import: pairs of a file's name and a module. Lines are indented where a trait is needed.
  private static func imports(of module: Module) -> [(file: String, module: String)] {
    Repository.grep(["-HoE", #"^(  )?(@[a-zA-Z_]+ )?([a-z]+ )?import \w+$"#], in: module.files).map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      let file = parts[0].split(separator: "/").last?.dropLast(".swift".count) ?? ""
      return (String(file), String(parts[1].split(separator: " ").last ?? ""))
    }
  }

  @Test("a module imports what Package.swift says, all of that and nothing else, and needs only what stands below it")
  func modules() throws {
    let names = Module.all.map(\.name)
    for (place, module) in Module.all.enumerated() {
      let imports = Self.imports(of: module)
      let expected = Set(module.needs).union(Self.packages[module.name, default: []])
      verify(Set(imports.map(\.module)).subtracting(Self.system), equals: expected, "\(module.name)")
      for need in module.needs {
        verify((names.firstIndex(of: need) ?? .max) > place, "\(module.name) stands below \(need), which it needs")
      }
      let callers = Set(imports.filter { $0.module == "Glibc" }.map(\.file))
      if module.name != "Linux" { verify(callers, equals: Self.callersOfC[module.name] ?? [], "\(module.name)") }
      guard module.name == "BundleReading" else { continue }
      for library in ["CLilv", "CSerd"] { verify(imports.count { $0.module == library }, equals: 1, "\(library)") }
    }
    // Modules of C begin with a C and another capital letter, as no Swift module of this package does.
    let libraries = Module.all.flatMap(\.needs).filter { $0.first == "C" && $0.dropFirst().first?.isUppercase == true }
    verify(libraries.count >= 7 && libraries.count == Set(libraries).count, "\(libraries.sorted())")
  }

  @Test("folders are the layers and the modules, which stand together, each with a line on the architecture page")
  func folders() throws {
    func folders(in folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).filter { !$0.contains(".") }
    }
    // Each once as long as its modules stand together.
    let layers = Module.all.reduce(into: [String]()) { if $0.last != $1.layer { $0.append($1.layer) } }
    verify(layers.count == Set(layers).count && layers.count <= 8, "\(layers)")
    try verify(Set(folders(in: "Sources")), equals: Set(layers))
    for layer in layers {
      let withSwift = try folders(in: "Sources/\(layer)").filter {
        !Repository.files(in: "Sources/\(layer)/\($0)", withSuffix: ".swift").isEmpty
      }
      let ours = Set(withSwift).subtracting(["ResourceCompiler", "LexiconCompiler", "lexicon-compiler"])
      verify(ours, equals: Set(Module.all.filter { $0.layer == layer }.map(\.name)), "\(layer)")
    }
    let page = try String(contentsOfFile: Repository.path("Sources/README.md"), encoding: .utf8)
    for name in layers + Module.all.map(\.name) { verify(page.contains("`\(name)`"), "\(name)") }
    let top = try FileManager.default.contentsOfDirectory(atPath: Repository.top).filter { !$0.hasPrefix(".") }
    verify(
      Set(top).subtracting(["Package.resolved"]),
      equals: [
        "Package.swift", "Sources", "Tests", "Localizations", "schema", "README.md", "CONTRIBUTING.md", "NEWS.md",
        "LICENSE",
      ])
  }
}
