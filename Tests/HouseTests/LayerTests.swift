import Foundation
import TestSupport
import Testing

/// `Sources` shows layers, and arrows between them point down.
@Suite struct LayerTests {
  /// The layers in the order of `Package.swift`, each once as long as its modules stand together.
  private static let layers = Module.all.reduce(into: [String]()) { layers, module in
    if layers.last != module.layer { layers.append(module.layer) }
  }

  @Test("the modules of a layer stand together, and layers and modules are what the folders hold")
  func folders() throws {
    #expect(Self.layers.count == Set(Self.layers).count, "\(Self.layers)")
    #expect(Self.layers.count <= 8)
    #expect(try Set(Self.folders(in: "Sources")) == Set(Self.layers))
    for layer in Self.layers {
      let withSwift = try Self.folders(in: "Sources/\(layer)").filter {
        !Repository.files(in: "Sources/\(layer)/\($0)", withSuffix: ".swift").isEmpty
      }
      let modules = Module.all.filter { $0.layer == layer }.map(\.name)
      #expect(Set(withSwift).subtracting(["ResourceCompiler"]) == Set(modules), "\(layer)")
    }
  }

  @Test("a module needs only what Package.swift lists below it", arguments: Module.all)
  func arrows(module: Module) throws {
    let names = Module.all.map(\.name)
    let place = try #require(names.firstIndex(of: module.name))
    for need in module.needs {
      guard let other = names.firstIndex(of: need) else { continue }
      #expect(other > place, "\(module.name) stands below \(need), which it needs")
    }
  }

  @Test("no module has more than 8,000 lines", arguments: Module.all)
  func lengths(module: Module) throws {
    let lines = try module.files.reduce(0) { sum, file in
      try sum + String(contentsOfFile: file, encoding: .utf8).count { $0 == "\n" }
    }
    #expect((1...8_000).contains(lines), "\(module.name) has \(lines) lines")
  }

  @Test("the architecture page has a line for each layer and each module")
  func page() throws {
    let page = try String(contentsOfFile: Repository.path("Sources/README.md"), encoding: .utf8)
    for name in Self.layers + Module.all.map(\.name) { #expect(page.contains("`\(name)`"), "\(name)") }
    #expect(page.count { $0 == "\n" } <= 150)
  }

  private static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).filter { !$0.contains(".") }
  }
}
