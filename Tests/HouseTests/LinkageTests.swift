import Foundation
import TestSupport
import Testing

/// What programs link, read off their symbols. A search has a budget of a few milliseconds, of which Foundation's start-up
/// would take most, and the ICU that Foundation brings would be most of a static program.
@Suite(.part(.hosts), .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/nm"), "binutils are not installed"))
struct LinkageTests {
  /// The programs of the tests' build, and of the build for release in the folder that `AUCAT_RELEASE` names
  /// (`.dev/check --full` does); and the library for C of the installation that `AUCAT_INSTALLED` names.
  private static var binaries: [String] {
    let release = ProcessInfo.processInfo.environment["AUCAT_RELEASE"].map { folder in
      folder.hasPrefix("/") ? folder : Repository.path(folder)
    }
    let programs = ["aucat", "aucat-scan-worker", "aucat-render", "aucat-browse"]
    let paths = [Child.products, release].compactMap(\.self).flatMap { folder in programs.map { "\(folder)/\($0)" } }
    return paths.filter { FileManager.default.fileExists(atPath: $0) }
      + [installation.map { "\($0)/lib/libaucat.so.0" } ?? "\(Child.products)/libaucat-c.so"]
  }

  private static let installation = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"]

  @Test("programs and the library link no Foundation, have none of its symbols, and hold no data of an ICU")
  func foundation() throws {
    for path in Self.binaries {
      let symbols = Self.symbols(["-D", path]) + Self.symbols([path])
      verify(
        symbols.contains { $0.hasPrefix("$s") || $0.contains("swift_") || $0.hasPrefix("aucat_") },
        "\(path) has no symbols to read")
      let foreign = symbols.filter(Self.isOfFoundation)
      verify(foreign.isEmpty, "\(path): \(foreign.prefix(5))")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      // `_FoundationICU` begins the names of its library, "icudt" those of an ICU's data.
      for name in ["_FoundationICU", "icudt", "libFoundation.so", "libFoundationInternationalization.so"] {
        verify(bytes.range(of: Data(name.utf8)) == nil, "\(path) holds \(name)")
      }
    }
    // Nor does what a host links without ComponentPredicates.
    let modules = Module.all(below: ["AudioComponents", "AudioSources", "AudioTracks", "AudioFiles"])
    let objects = try Self.objects { path in modules.contains { path.contains("/\($0).build/") } }
    let foreign = Self.symbols(objects).filter(Self.isOfFoundation)
    verify(foreign.isEmpty, "\(foreign.prefix(5))")
  }

  @Test("aucat itself hosts no plugin and opens no device, so a search loads nothing of that")
  func hosts() {
    let symbols = Self.symbols(["\(Child.products)/aucat"])
    verify(symbols.contains { $0.hasPrefix("$s15AudioComponents") })
    for module in [
      "RenderChain", "ChainHosting", "ChainModel", "MIDI", "AudioSources", "AudioTracks", "LiveSound", "aucat_render",
      "BundleReading",
    ] {
      let foreign = symbols.filter { $0.hasPrefix("$s\(module.utf8.count)\(module)") }
      verify(foreign.isEmpty, "\(module): \(foreign.prefix(3))")
    }
    verify(!symbols.contains { $0.hasPrefix("aucatJack") })
  }

  /// Regular expressions would add 1 MB to each program and library: `Collection+Runs.swift` has what a text needs of them.
  /// Releases don't have the table of characters' names: see `ScalarNames.c`.
  @Test("nothing of ours needs Swift's regular expressions, or the names of characters")
  func unneeded() throws {
    // The search is over bytes, because splitting the output into 200,000 names takes half a minute in debug.
    let names = Data(Child.run("/usr/bin/nm", ["-A"] + (try Self.objects { _ in true }), environment: [:]).output)
    verify(names.range(of: Data("swift_retain".utf8)) != nil, "the objects have no symbols to read")
    let properties = ["4name", "9nameAlias"].map { "$ss7UnicodeO6ScalarV10PropertiesV\($0)SSSgvg" }
    for symbol in ["17_StringProcessing"] + properties {
      guard let found = names.range(of: Data(symbol.utf8)) else { continue }
      let line = names[..<found.upperBound].split(separator: UInt8(ascii: "\n")).last ?? names
      Issue.record("\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test(
    "what is installed has its version and keeps its size, and aucat starts with neither ICU nor the C++ library",
    .enabled(if: installation != nil, "AUCAT_INSTALLED names no installation"))
  func installed() throws {
    let prefix = try demand(Self.installation)
    for (path, limit) in [("bin/aucat", 13 << 20), ("lib/libaucat.so.0", 12 << 20)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(prefix)/\(path)")
      try verify(demand(attributes[.size] as? Int) <= limit, "\(path)")
    }
    let needed = Child.run("/usr/bin/readelf", ["-d", "\(prefix)/bin/aucat"], environment: [:]).lines
      .filter { $0.contains("(NEEDED)") }
    verify(needed.contains { $0.contains("libc.so") }, "\(needed)")
    verify(!needed.contains { $0.contains("libicu") || $0.contains("libstdc++") }, "\(needed)")
    let version = Child.run(Repository.path(".dev/version"), [], environment: ["PATH": "/usr/bin:/bin"]).lines.joined()
    verify(Child.run("\(prefix)/bin/aucat", ["--version"], environment: [:]).text, equals: version + "\n")
    for (path, text) in [
      ("lib/pkgconfig/aucat.pc", "\nVersion: \(version)\n"), ("share/man/man1/aucat.1", "\"aucat \(version)\""),
    ] {
      try verify(String(contentsOfFile: "\(prefix)/\(path)", encoding: .utf8).contains(text), "\(path)")
    }
  }

  /// Objects that `aucat-render` links: those of most modules.
  private static func objects(_ isWanted: (String) -> Bool) throws -> [String] {
    let list = try String(
      contentsOfFile: "\(Child.products)/aucat-render.product/Objects.LinkFileList", encoding: .utf8)
    let objects = list.split(separator: "\n").map(String.init).filter(isWanted)
    verify(objects.count > 100)
    return objects
  }

  private static func isOfFoundation(_ symbol: String) -> Bool {
    ["10Foundation", "20FoundationEssentials", "FoundationICU", "FoundationInternationalization"]
      .contains { symbol.contains($0) }
  }

  /// The names that nm prints.
  private static func symbols(_ arguments: [String]) -> [String] {
    Child.run("/usr/bin/nm", ["-j"] + arguments, environment: [:]).lines
  }
}
