internal import ICU
internal import Linux

/// The compiled resource bundle of a language.
struct ResourceFile {
  /// Why a bundle can't be used.
  struct Problem: Error {
    let reason: String
  }

  /// The name of its language.
  let name: String
  let path: String

  /// The bundle in a folder.
  init(_ name: String, in folder: String) {
    self.name = name
    path = "\(folder)/\(name).res"
  }

  var exists: Bool { Path.exists(path) }

  /// Checks that the file is what this program was built with: ICU follows the offsets in a bundle wherever they lead.
  func check() throws(Problem) {
    let digest = EmbeddedDigests.digest(name)
    guard let digest, ResourceDigest(of: try bytes(upTo: digest.size)) == digest else {
      throw Problem(reason: "it is damaged or from another version of aucat")
    }
  }

  private func bytes(upTo size: Int) throws(Problem) -> [UInt8] {
    do throws(SystemError) {
      // Not even a pipe in its place makes a search wait.
      return try FileDescriptor(path, for: .reading, options: .nonBlocking).readAll(limit: size)
    } catch {
      throw Problem(reason: "\(error)")
    }
  }
}

/// Tells a file from a damaged one: its size, the sum of its 32-bit numbers, and the sum of those sums (Fletcher's), modulo
/// 2³².
///
/// A search computes two, so it has to be fast. It finds damage and does not protect against intent: whoever can replace the
/// bundles can replace the program beside them.
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

/// The resource bundle of a language, if it is sound; none for English.
struct Resources {
  let texts: ResourceTexts?
  /// What is missing, why, and the remedy; nil if nothing is.
  let problem: String?

  /// - Parameters:
  ///   - language: the file name of the language; `en` for English.
  ///   - folder: the folder of the bundles; nil if there is none.
  init(of language: String, in folder: String?) {
    guard language != "en" else {
      (texts, problem) = (nil, nil)
      return
    }
    guard let folder else {
      texts = nil
      problem = "the folder of resource bundles is missing, so names are in English; \(Self.remedy)"
      return
    }
    problem = Self.problem(ResourceFile(language, in: folder))
    texts = problem == nil ? ResourceTexts(folder: folder, language: language) : nil
  }

  private static let remedy = "install aucat again"

  private static func problem(_ file: ResourceFile) -> String? {
    do throws(ResourceFile.Problem) {
      try file.check()
      return nil
    } catch {
      return "\(file.path): \(error.reason), so names are in English; \(remedy)"
    }
  }
}
