internal import AudioComponents
internal import Linux

/// Finds out whether the dynamic linker could load binaries, without loading them: no code of them runs.
final class LoadingCheck {
  /// Why a binary can't be loaded.
  enum Obstacle: Hashable, CustomStringConvertible {
    case architecture(Architecture)
    /// A library that is not installed; nil if the binary itself needs it, or else the library that does.
    case library(String, neededBy: String?)
    case version(String, of: String)
    case symbols([String])

    /// What the binary lacks, as a sentence about it.
    var description: String {
      switch self {
      case .architecture(let architecture): "it is for \(architecture), and this machine is \(Architecture.current)"
      case .library(let name, nil): "it needs the library \(name), which is not installed"
      case .library(let name, let other?): "it needs \(other), which needs the library \(name), which is not installed"
      case .version(let version, let library):
        "it needs the version \(version) of \(library), which the installed one lacks"
      case .symbols(let names):
        "no library that it needs has the \(names.count == 1 ? "symbol" : "symbols") \(Self.list(names))"
      }
    }

    private static func list(_ names: [String]) -> String {
      let rest = names.count - 3
      return names.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
  }

  /// A library that others need.
  private struct Library {
    let image: ELFImage
    let symbols: ELFImage.Hashes
  }

  private let finder: LibraryFinder
  private var libraries: [String: Library] = [:]

  /// The libraries that every host has loaded, so that plugins may take symbols from them without naming them.
  private static let common = [
    "libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2",
  ]
  /// The maximum number of libraries that one binary may lead to.
  private static let most = 1_000

  init(_ finder: LibraryFinder) { self.finder = finder }

  /// Why a binary can't be loaded; nil if nothing is known against it. A file that isn't in ELF, or not for processors with
  /// words of 64 bits, is not judged.
  func obstacle(to binary: String) -> Obstacle? {
    guard let header = ELFBytes(binary)?.part(at: 0, count: 20), let architecture = Architecture(elf: header.bytes)
    else { return nil }
    guard architecture == .current else { return .architecture(architecture) }
    guard let image = ELFImage(binary) else { return nil }
    switch scope(of: image, at: binary) {
    case .failure(let missing): return missing.obstacle
    case .success(let scope): return missingVersion(image, scope) ?? missingSymbols(image, Array(scope.values))
    }
  }

  /// A library that was not found.
  private struct Missing: Error {
    var obstacle: Obstacle
  }

  /// A library to find, and where.
  private struct Need {
    var name: String
    var folders: LibraryFinder.Folders
    /// The library that needs it; nil for the binary.
    var needing: String?
  }

  /// All libraries that a binary leads to, and those that hosts have, by name.
  private func scope(of image: ELFImage, at binary: String) -> Result<[String: Library], Missing> {
    var scope: [String: Library] = [:]
    let own = LibraryFinder.folders(of: image, at: binary)
    var queue = image.needed.map { Need(name: $0, folders: own) }
    var next = 0
    while next < queue.count, scope.count < Self.most {
      let need = queue[next]
      next += 1
      if scope[need.name] != nil { continue }
      guard let path = finder.path(of: need.name, in: need.folders), let library = library(at: path) else {
        return .failure(Missing(obstacle: .library(need.name, neededBy: need.needing)))
      }
      scope[need.name] = library
      let folders = LibraryFinder.folders(of: library.image, at: path, inheriting: own)
      queue += library.image.needed.map { Need(name: $0, folders: folders, needing: LexicalPath.name(of: path)) }
    }
    for name in Self.common where scope[name] == nil {
      scope[name] = finder.path(of: name, in: LibraryFinder.Folders()).flatMap(library)
    }
    return .success(scope)
  }

  private func library(at path: String) -> Library? {
    if let known = libraries[path] { return known }
    guard let image = ELFImage(path) else { return nil }
    let library = Library(image: image, symbols: image.definedHashes)
    libraries[path] = library
    return library
  }

  private func missingVersion(_ image: ELFImage, _ scope: [String: Library]) -> Obstacle? {
    image.neededVersions.lazy.compactMap { needed -> Obstacle? in
      // The linker checks versions only in libraries that have any.
      guard let versions = scope[needed.library]?.image.versions, !versions.isEmpty, !versions.contains(needed.version)
      else { return nil }
      return .version(needed.version, of: needed.library)
    }.first
  }

  private func missingSymbols(_ image: ELFImage, _ scope: [Library]) -> Obstacle? {
    let missing = image.undefinedSymbols.filter { symbol in
      let hash = ELFImage.hash(symbol.name)
      return !scope.contains { library in
        (symbol.isVersioned ? library.symbols.all : library.symbols.current).contains(hash)
      }
    }
    return missing.isEmpty ? nil : .symbols(missing.map(\.name).sorted())
  }
}
