internal import AudioFiles
internal import Linux

/// Standard output for sound alone: what is printed, by plugins too, goes to standard error.
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

  /// Makes sure that there is a standard error: else its number becomes that of the sound.
  private static func openErrors() throws(SystemError) {
    let errors = BorrowedDescriptor.standardError
    guard (try? FileStatus(of: errors)) == nil else { return }
    let nowhere = try FileDescriptor("/dev/null", for: .writing)
    if nowhere.number == errors.number { _ = nowhere.release() } else { try nowhere.replace(errors) }
  }
}
