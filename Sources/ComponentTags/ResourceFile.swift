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
