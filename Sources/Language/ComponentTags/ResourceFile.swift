internal import Linux

/// The compiled resource bundle of a language.
struct ResourceFile {
  /// The name of its language.
  let name: String
  let path: String

  /// The bundle in a folder.
  init(_ name: String, in folder: String) {
    self.name = name
    path = "\(folder)/\(name).res"
  }

  var exists: Bool { Path.exists(path) }

  /// Why the file is not the one that this program was built with; nil if it is. ICU follows the offsets in a bundle
  /// without checking where they lead.
  var problem: String? {
    do throws(SystemError) {
      let digest = EmbeddedDigests.digest(name)
      // Not even a pipe in the file's place makes a search wait.
      let file = try FileDescriptor(path, for: .reading, options: .nonBlocking)
      if let digest, digest == ResourceDigest(of: try file.readAll(limit: digest.size)) { return nil }
      return "it is damaged or from another version of aucat"
    } catch {
      return "\(error)"
    }
  }
}

/// A checksum that shows whether a file is damaged: its size, the sum of its 32-bit numbers, and the sum of the running
/// sums (Fletcher's checksum), modulo 2³².
///
/// A search computes two, so it has to be fast. It detects damage but does not protect against intent: whoever can
/// replace the bundles can replace the program beside them.
struct ResourceDigest: Hashable, Sendable {
  let size: Int
  let sum: UInt32
  let weighted: UInt32

  init(size: Int, sum: UInt32, weighted: UInt32) {
    self.size = size
    self.sum = sum
    self.weighted = weighted
  }

  /// The digest of a file's bytes; null bytes complete the last number.
  init(of bytes: [UInt8]) {
    var (sum, weighted): (UInt32, UInt32) = (0, 0)
    func add(_ number: UInt32) {
      sum &+= number
      weighted &+= sum
    }
    let whole = bytes.count & ~3
    // SAFETY: The stride ends at the last whole word of four bytes.
    bytes.withUnsafeBytes { memory in
      for offset in stride(from: 0, to: whole, by: 4) {
        add(UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      }
    }
    if whole < bytes.count { add(bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt32($1) }) }
    self.init(size: bytes.count, sum: sum, weighted: weighted)
  }
}
