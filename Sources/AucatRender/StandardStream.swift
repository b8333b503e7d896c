internal import AucatCommands
internal import Linux

/// Standard input or output as the file of a render.
enum StandardStream {
  case input, output

  /// The word that stands for both.
  static let word = "-"

  /// What errors call it.
  var name: String { self == .input ? "standard input" : "standard output" }

  var descriptor: BorrowedDescriptor { self == .input ? .standardInput : .standardOutput }

  /// A terminal neither gives nor takes sound.
  func rejectTerminal() throws {
    guard descriptor.isTerminal else { return }
    let remedy = self == .input ? "pipe a WAV file into it, or name a file" : "pipe it to a program, or name a file"
    throw CommandFailure(.usage, "\(name) is a terminal; \(remedy)")
  }

  /// Which regular file a name leads to, whatever its other names; nil if it leads to none.
  func identity(of path: String) -> FileStatus.Identity? {
    let status = path == Self.word ? try? FileStatus(of: descriptor) : try? FileStatus(path)
    return status.flatMap { $0.isRegular ? $0.identity : nil }
  }
}
