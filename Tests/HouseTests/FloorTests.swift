import Foundation
import TestSupport
import Testing

/// `Sources` shows floors, and arrows between them point down.
@Suite struct FloorTests {
  /// The floors in the order of `Package.swift`, each once as long as its modules stand together.
  private static let floors = Module.all.reduce(into: [String]()) { floors, module in
    if floors.last != module.floor { floors.append(module.floor) }
  }

  @Test("the modules of a floor stand together, and floors and modules are what the folders hold")
  func folders() throws {
    #expect(Self.floors.count == Set(Self.floors).count, "\(Self.floors)")
    #expect(Self.floors.count <= 8)
    #expect(try Set(Self.folders(in: "Sources")) == Set(Self.floors))
    for floor in Self.floors {
      let withSwift = try Self.folders(in: "Sources/\(floor)").filter {
        !Repository.files(in: "Sources/\(floor)/\($0)", withSuffix: ".swift").isEmpty
      }
      let modules = Module.all.filter { $0.floor == floor }.map(\.name)
      #expect(Set(withSwift).subtracting(["ResourceCompiler"]) == Set(modules), "\(floor)")
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

  @Test("the architecture page has a line for each floor and each module")
  func page() throws {
    let page = try String(contentsOfFile: Repository.path("Sources/README.md"), encoding: .utf8)
    for name in Self.floors + Module.all.map(\.name) { #expect(page.contains("`\(name)`"), "\(name)") }
    #expect(page.count { $0 == "\n" } <= 150)
  }

  private static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).filter { !$0.contains(".") }
  }
}
