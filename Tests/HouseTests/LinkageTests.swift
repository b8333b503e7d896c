import Foundation
import TestSupport
import Testing

/// What programs link, read off their symbols. A search has a budget of a few milliseconds, of which Foundation's start-up
/// would take most, and the ICU that Foundation brings would be most of a static program.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/nm"), "binutils are not installed"))
struct LinkageTests {
  private static let programs = ["aucat", "aucat-scan-worker", "aucat-render", "aucat-browse"]

  /// The programs of the tests' build, and of the build for release in the folder that `AUCAT_RELEASE` names
  /// (`.dev/check --full` does); and the library for C of the installation that `AUCAT_INSTALLED` names.
  private static var binaries: [String] {
    let release = ProcessInfo.processInfo.environment["AUCAT_RELEASE"].map { folder in
      folder.hasPrefix("/") ? folder : Repository.path(folder)
    }
    let library = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"].map { "\($0)/lib/libaucat.so.0" }
    return [Child.products, release].compactMap(\.self).flatMap { folder in programs.map { "\(folder)/\($0)" } }
      + [library ?? "\(Child.products)/libaucat-c.so"]
  }

  @Test(
    "programs and the library have no symbol of any Foundation",
    arguments: binaries
  )
  func foundation(path: String) {
    let symbols = Self.symbols(["-D", path]) + Self.symbols([path])
    #expect(
      symbols.contains { $0.hasPrefix("$s") || $0.contains("swift_") || $0.hasPrefix("aucat_") },
      "\(path) has no symbols to read")
    let foreign = symbols.filter(Self.isOfFoundation)
    #expect(foreign.isEmpty, "\(path): \(foreign.prefix(5))")
  }

  @Test("programs hold no data of an ICU, as Foundation's would be, and link no Foundation", arguments: binaries)
  func icu(path: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    // `_FoundationICU` begins the names of its library, "icudt" those of an ICU's data.
    for name in ["_FoundationICU", "icudt", "libFoundation.so", "libFoundationInternationalization.so"] {
      #expect(bytes.range(of: Data(name.utf8)) == nil, "\(path) holds \(name)")
    }
  }

  @Test("what a host links without ComponentPredicates has no symbol of any Foundation")
  func libraries() throws {
    let modules = Module.all(below: ["AudioComponents", "AudioSources", "AudioTracks", "AudioFiles"])
    let objects = try Self.objects { path in modules.contains { path.contains("/\($0).build/") } }
    let foreign = Self.symbols(objects).filter { Self.isOfFoundation($0) }
    #expect(foreign.isEmpty, "\(foreign.prefix(5))")
  }

  @Test("aucat itself hosts no plugin and opens no device, so a search loads nothing of that")
  func hosts() {
    let symbols = Self.symbols(["\(Child.products)/aucat"])
    #expect(symbols.contains { $0.hasPrefix("$s15AudioComponents") })
    for module in [
      "RenderChain", "ChainHosting", "ChainModel", "MIDI", "AudioSources", "AudioTracks", "LiveSound", "aucat_render",
      "BundleReading",
    ] {
      let foreign = symbols.filter { $0.hasPrefix("$s\(module.utf8.count)\(module)") }
      #expect(foreign.isEmpty, "\(module): \(foreign.prefix(3))")
    }
    #expect(!symbols.contains { $0.hasPrefix("aucatJack") })
  }

  /// Regular expressions would add 1 MB to each program and library: `Collection+Runs.swift` has what a text needs of them.
  /// Releases don't have the table of characters' names: see `ScalarNames.c`.
  @Test(
    "nothing of ours needs Swift's regular expressions, or the names of characters",
    arguments: ["17_StringProcessing"] + ["4name", "9nameAlias"].map { "$ss7UnicodeO6ScalarV10PropertiesV\($0)SSSgvg" })
  func unneeded(symbol: String) throws {
    let objects = try Self.objects { _ in true }
    // The search is over bytes, because splitting the output into 200,000 names takes half a minute in debug.
    let names = Data(Child.run("/usr/bin/nm", ["-A"] + objects, environment: [:]).output)
    #expect(names.range(of: Data("swift_retain".utf8)) != nil, "the objects have no symbols to read")
    if let found = names.range(of: Data(symbol.utf8)) {
      let line = names[..<found.upperBound].split(separator: UInt8(ascii: "\n")).last ?? names
      Issue.record("\(String(decoding: line, as: UTF8.self))")
    }
  }

  /// Objects that `aucat-render` links: those of most modules.
  private static func objects(_ isWanted: (String) -> Bool) throws -> [String] {
    let list = try String(
      contentsOfFile: "\(Child.products)/aucat-render.product/Objects.LinkFileList", encoding: .utf8)
    let objects = list.split(separator: "\n").map(String.init).filter(isWanted)
    #expect(objects.count > 100)
    return objects
  }

  private static let installation = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"]

  @Test(
    "what is installed keeps its size", .enabled(if: installation != nil, "AUCAT_INSTALLED names no installation"),
    arguments: [("bin/aucat", 13 << 20), ("lib/libaucat.so.0", 12 << 20)])
  func size(path: String, limit: Int) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(Self.installation ?? "")/\(path)")
    let size = try #require(attributes[.size] as? Int)
    #expect(size <= limit)
  }

  @Test(
    "aucat as installed needs neither ICU nor the C++ library when it starts",
    .enabled(if: installation != nil, "AUCAT_INSTALLED names no installation"))
  func startUp() {
    let program = "\(Self.installation ?? "")/bin/aucat"
    let needed = Child.run("/usr/bin/readelf", ["-d", program], environment: [:]).lines.filter {
      $0.contains("(NEEDED)")
    }
    #expect(needed.contains { $0.contains("libc.so") }, "\(needed)")
    #expect(!needed.contains { $0.contains("libicu") || $0.contains("libstdc++") }, "\(needed)")
  }

  private static func isOfFoundation(_ symbol: String) -> Bool {
    symbol.contains("10Foundation") || symbol.contains("20FoundationEssentials") || symbol.contains("FoundationICU")
      || symbol.contains("FoundationInternationalization")
  }

  /// The names that nm prints.
  private static func symbols(_ arguments: [String]) -> [String] {
    Child.run("/usr/bin/nm", ["-j"] + arguments, environment: [:]).lines
  }
}
