internal import ComponentModel
internal import ComponentScan
internal import Glibc
internal import Linux

/// The Turtle files of a bundle as bytes: their hash, and what of them is worth a second reading with serd.
struct TurtleContent {
  private(set) var hash: UInt64
  /// Whether a `"` is followed by `@`. lilv hides languages, so only such a bundle is read a second time for them.
  private(set) var hasLanguages = false
  /// Whether the vocabulary of tags is named. A prefix that ends elsewhere than at its `#` is not looked for.
  private(set) var namesTags = false

  /// Reads all `.ttl` files of the bundle through its gate.
  init(bundle: String, gate: FileGate) {
    var files: [String] = []
    Self.collect(bundle, "", 0, &files)
    var total = StableHash()
    hash = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    for file in files.sorted() {
      total.add(file)
      let descriptor = gate.openOrRefuse(bundle + "/" + file)
      guard descriptor >= 0 else { continue }
      add(descriptor, to: &total, &buffer)
      close(descriptor)
    }
    hash = total.value
  }

  private mutating func add(_ descriptor: Int32, to total: inout StableHash, _ buffer: inout [UInt8]) {
    var last: UInt8 = 0
    var end: [UInt8] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      buffer.withUnsafeBytes { bytes in
        let piece = UnsafeRawBufferPointer(rebasing: bytes[0..<count])
        total.add(piece)
        hasLanguages = hasLanguages || Self.findsLanguage(piece, after: last)
        last = piece[count - 1]
        guard !namesTags else { return }
        namesTags = Self.namesTags(piece, after: end)
        end = Array((end + piece.suffix(Self.vocabulary.count)).suffix(Self.vocabulary.count - 1))
      }
    }
  }

  private static func findsLanguage(_ bytes: UnsafeRawBufferPointer, after last: UInt8) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var offset = 0
    while offset < bytes.count, let found = memchr(base + offset, 0x40, bytes.count - offset) {
      let position = UnsafeRawPointer(found) - base
      let before = position > 0 ? bytes[position - 1] : last
      if before == 0x22 || before == 0x27 { return true }
      offset = position + 1
    }
    return false
  }

  private static let vocabulary = Array(TagReader.namespace.utf8)

  /// Whether the vocabulary's name ends in a piece. `end` is the end of what came before: as many bytes as the name has, but
  /// one.
  private static func namesTags(_ piece: UnsafeRawBufferPointer, after end: [UInt8]) -> Bool {
    guard let base = piece.baseAddress else { return false }
    var offset = 0
    while offset < piece.count, let found = memchr(base + offset, 0x23, piece.count - offset) {
      offset = UnsafeRawPointer(found) - base + 1
      let isName =
        offset >= vocabulary.count
        ? memcmp(base + offset - vocabulary.count, vocabulary, vocabulary.count) == 0
        : (end + piece.prefix(offset)).suffix(vocabulary.count).elementsEqual(vocabulary)
      if isName { return true }
    }
    return false
  }

  private static func collect(_ bundle: String, _ prefix: String, _ depth: Int, _ files: inout [String]) {
    guard depth <= ScanLimits.folderDepth, var reader = try? DirectoryReader(bundle + "/" + prefix) else { return }
    while let entry = try? reader.next(), files.count < ScanLimits.folderEntries {
      if entry.name.hasSuffix(".ttl") {
        files.append(prefix + entry.name)
      } else if entry.kind == .directory {
        collect(bundle, prefix + entry.name + "/", depth + 1, &files)
      }
    }
  }
}
