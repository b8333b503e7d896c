internal import AudioComponents
internal import Linux

/// Finds libraries as the dynamic linker does: see ld.so(8).
struct LibraryFinder {
  /// The folders of `LD_LIBRARY_PATH`.
  private let folders: [String]
  /// The paths of libraries in the linker's cache, by name.
  private let cached: [String: [String]]
  private static let usual = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]

  /// A finder; nil if the machine has no cache of the format that glibc has had since 2.2, so that most libraries would be
  /// missing.
  ///
  /// - Parameter cache: the path of the linker's cache.
  init?(environment: [String: String], cache: String = "/etc/ld.so.cache") {
    guard let bytes = try? WholeFile.bytes(cache, limit: 64 << 20), let cached = Self.libraries(bytes) else {
      return nil
    }
    self.cached = cached
    folders = (environment["LD_LIBRARY_PATH"] ?? "").split { $0 == ":" || $0 == ";" }.map(String.init)
  }

  /// Folders to search for what a library needs.
  struct Folders {
    /// Those that are searched before `LD_LIBRARY_PATH`.
    var before: [String] = []
    /// Those that are searched after it.
    var after: [String] = []
  }

  /// The folders that a library names, which lies in a file; a path of its own replaces those that it would inherit.
  static func folders(of image: ELFImage, at file: String, inheriting inherited: Folders = Folders()) -> Folders {
    let origin = LexicalPath.folder(of: file)
    let after = image.path.after.map { replaced($0, origin) }
    let before = image.path.before.map { replaced($0, origin) } + inherited.before
    return Folders(before: after.isEmpty ? before : [], after: after)
  }

  /// A path of a library with the variable of ld.so(8) replaced that is in use; with another one it names no file.
  private static func replaced(_ path: String, _ origin: String) -> String {
    for variable in ["${ORIGIN}", "$ORIGIN"] where path.hasPrefix(variable) {
      return origin + path.dropFirst(variable.count)
    }
    return path
  }

  /// The path of a library for this machine; nil if there is none.
  func path(of name: String, in searched: Folders) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return usable([name]) }
    let listed = (searched.before + folders + searched.after).map { $0 + "/" + name }
    return usable(listed) ?? usable(cached[name] ?? []) ?? usable(Self.usual.map { $0 + "/" + name })
  }

  /// The first of the files that this machine can load.
  private func usable(_ paths: [String]) -> String? {
    paths.first { path in
      ELFBytes(path)?.part(at: 0, count: 20).flatMap { Architecture(elf: $0.bytes) } == .current
    }
  }

  /// The entries of the linker's cache, in their order: the linker takes the first that fits the machine.
  private static func libraries(_ bytes: [UInt8]) -> [String: [String]]? {
    let mark = Array("glibc-ld.so.cache1.1".utf8)
    // The cache may follow one of an older format.
    guard let start = bytes.range(ofRun: mark)?.lowerBound else { return nil }
    let part = ELFPart(bytes: Array(bytes[start...]))
    let (header, entry) = (48, 24)
    let count = min(Int(part.word(20)), (part.bytes.count - header) / entry)
    var libraries: [String: [String]] = [:]
    for index in 0..<max(0, count) {
      let place = header + index * entry
      libraries[part.text(Int(part.word(place + 4))), default: []].append(part.text(Int(part.word(place + 8))))
    }
    return libraries
  }
}
