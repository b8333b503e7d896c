internal import AucatCommands
internal import AucatProgram
internal import AudioFiles
internal import Linux

/// Standard input or output as the file of a render.
enum StandardStream {
  case input, output

  /// The word that stands for either stream.
  static let word = "-"

  /// The stream's name in errors.
  var name: String { self == .input ? "standard input" : "standard output" }

  var descriptor: BorrowedDescriptor { self == .input ? .standardInput : .standardOutput }

  /// Rejects a terminal, which can neither provide nor accept sound.
  func rejectTerminal() throws {
    guard descriptor.isTerminal else { return }
    let remedy = self == .input ? "pipe a WAV file into it, or name a file" : "pipe it to a program, or name a file"
    throw CommandFailure(.usage, "\(name) is a terminal; \(remedy)")
  }

  /// Rejects a pipe in whose place this stream must be used: one with a number instead of a name, such as that of
  /// `<(command)` in a shell, and any pipe as an input, because opening it would wait for a writer.
  func rejectPipe(_ path: String) throws {
    guard (try? FileStatus(path))?.kind == .pipe, self == .input || !Path.exists(Path.followingLinks(path)) else {
      return
    }
    let example = self == .input ? "COMMAND | aucat render - OUTPUT …" : "aucat render INPUT - … | COMMAND"
    throw CommandFailure(.usage, "\(path) is a pipe, not a file; use \(name) for it, as in `\(example)`")
  }

  /// The regular file that a name leads to, whatever its other names; nil if there is none.
  func identity(of path: String) -> FileStatus.Identity? {
    let status = path == Self.word ? try? FileStatus(of: descriptor) : try? FileStatus(path)
    return status.flatMap { $0.isRegular ? $0.identity : nil }
  }

  /// Rejects a regular file that exists: mistyping must not cost anybody a file. A stream, a pipe or a device replaces
  /// nothing.
  static func rejectReplacement(of path: String) throws {
    guard path != word, (try? FileStatus(path))?.isRegular == true else { return }
    throw CommandFailure(.usage, "\(path) exists; name another file, or add --force to replace it")
  }
}

/// Reserves standard output for sound: everything printed, even by plugins, goes to standard error.
final class SoundOutput {
  /// Where the sound goes.
  let descriptor: FileDescriptor

  init() throws {
    try StandardStream.output.rejectTerminal()
    do throws(SystemError) {
      try Self.openErrors()
      descriptor = try FileDescriptor(duplicating: BorrowedDescriptor.standardOutput)
    } catch {
      throw AudioFileError.writing(StandardStream.output.name, error)
    }
    try? BorrowedDescriptor.standardError.replace(.standardOutput)
  }

  /// Makes sure that standard error is open: otherwise the sound would get its descriptor number.
  private static func openErrors() throws(SystemError) {
    let errors = BorrowedDescriptor.standardError
    guard (try? FileStatus(of: errors)) == nil else { return }
    let nowhere = try FileDescriptor("/dev/null", for: .writing)
    if nowhere.number == errors.number { _ = nowhere.release() } else { try nowhere.replace(errors) }
  }
}
