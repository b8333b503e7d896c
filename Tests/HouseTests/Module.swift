import Foundation
import TestSupport

/// A target of ours in Swift, as `Package.swift` declares it: the one list of modules that the rules of the house use.
struct Module: Sendable {
  var name: String
  /// A folder of `Sources`.
  var layer: String
  /// Other targets of this package.
  var needs: [String]

  /// Its folder, relative to the top.
  var folder: String { "Sources/\(layer)/\(name)" }

  /// The paths of its sources in Swift.
  var files: [String] { Repository.files(in: folder, withSuffix: ".swift") }

  /// All of them, from the top layer to the lowest.
  static let all: [Module] = {
    let manifest = (try? String(contentsOfFile: Repository.path("Package.swift"), encoding: .utf8)) ?? ""
    let declaration = /\.(?:module|program)\(\s*"([\w-]+)"(?:, in: "(\w+)")?(?:,\s*needs: \[([^\]]*)\])?/
    return manifest.matches(of: declaration).map { match in
      Module(
        name: String(match.1), layer: match.2.map(String.init) ?? "Programs",
        needs: (match.3 ?? "").matches(of: /"([\w-]+)"/).map { String($0.1) })
    }
  }()

  static func named(_ name: String) -> Module? { all.first { $0.name == name } }

  /// Those that hosts in Swift import, each after those that it needs: their symbols are documented in a `.docc` folder.
  static let published = all.reversed().filter { module in
    FileManager.default.fileExists(atPath: Repository.path("\(module.folder)/\(module.name).docc"))
  }

  /// Some modules, and all that they need of this package, from one to the next.
  static func all(below roots: [String]) -> Set<String> {
    var found: Set<String> = []
    var pending = roots
    while let name = pending.popLast() {
      if found.insert(name).inserted { pending += named(name)?.needs ?? [] }
    }
    return found
  }
}
