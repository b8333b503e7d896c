internal import Linux

/// An open file whose errors give its path. The file is closed when this object is released.
final class FileBytes {
  /// The path, for messages only.
  let path: String
  private var file: FileDescriptor
  /// The reader of a stream's bytes; nil for a regular file.
  private var stream: ForwardBytes?

  private init(path: String, file: consuming FileDescriptor) {
    self.path = path
    self.file = file
  }

  /// Opens a regular file for reading.
  static func reading(_ path: String) throws(AudioFileError) -> FileBytes {
    // Non-blocking, because opening a FIFO that has no writer would wait for one.
    try FileBytes(path, failure: AudioFileError.reading) { () throws(SystemError) in
      try FileDescriptor(path, for: .reading, options: .nonBlocking)
    }.requiringRegular()
  }

  /// Duplicates a descriptor for reading; the caller keeps its own.
  static func reading(descriptor: Int32) throws(AudioFileError) -> FileBytes {
    try FileBytes("descriptor \(descriptor)", failure: AudioFileError.reading) { () throws(SystemError) in
      try FileDescriptor(duplicating: BorrowedDescriptor(descriptor))
    }.requiringRegular()
  }

  /// Duplicates a descriptor for reading: that of a file, or of a stream, which is read once from first byte to last.
  ///
  /// - Parameters:
  ///   - name: for messages.
  ///   - isStopped: called while nothing arrives; if it returns true, reading fails.
  static func reading(
    stream descriptor: Int32, name: String, isStopped: @escaping () -> Bool
  ) throws(AudioFileError) -> FileBytes {
    let bytes = try FileBytes(name, failure: AudioFileError.reading) { () throws(SystemError) in
      try FileDescriptor(duplicating: BorrowedDescriptor(descriptor))
    }
    switch try bytes.status().kind {
    case .regular: break
    case .directory: throw AudioFileError(.notAFile, path: name, detail: "a directory")
    default: bytes.stream = ForwardBytes(isStopped: isStopped)
    }
    return bytes
  }

  /// Creates a file, or empties an existing one.
  static func writing(_ path: String) throws(AudioFileError) -> FileBytes {
    try FileBytes(path, failure: AudioFileError.writing) { () throws(SystemError) in
      // Non-blocking, so that opening a FIFO that has no reader fails instead of waiting for one.
      let file = try FileDescriptor(
        path, for: .writing, options: [.create, .truncate, .nonBlocking], permissions: 0o666)
      file.makeBlocking()
      return file
    }
  }

  /// Duplicates a descriptor for writing; the caller keeps its own.
  static func writing(descriptor: Int32) throws(AudioFileError) -> FileBytes {
    try FileBytes("descriptor \(descriptor)", failure: AudioFileError.writing) { () throws(SystemError) in
      try FileDescriptor(duplicating: BorrowedDescriptor(descriptor))
    }
  }

  private convenience init(
    _ path: String, failure: (String, SystemError) -> AudioFileError,
    open: () throws(SystemError) -> FileDescriptor
  ) throws(AudioFileError) {
    do throws(SystemError) {
      self.init(path: path, file: try open())
    } catch {
      throw failure(path, error)
    }
  }

  private func requiringRegular() throws(AudioFileError) -> FileBytes {
    let kind: String? =
      switch try status().kind {
      case .regular: nil
      case .directory: "a directory"
      case .pipe: "a pipe"
      case .socket: "a socket"
      default: "a device"
      }
    if let kind { throw AudioFileError(.notAFile, path: path, detail: kind) }
    return self
  }

  private func status() throws(AudioFileError) -> FileStatus {
    do throws(SystemError) { return try FileStatus(of: file) } catch { throw .reading(path, error) }
  }

  /// Whether it is a stream, whose bytes can be read only once and whose size is unknown.
  var isStream: Bool { stream != nil }

  /// The file's size in bytes; `Int64.max` for a stream.
  func size() throws(AudioFileError) -> Int64 { isStream ? .max : Int64(try status().size) }

  /// Reads the rest of a stream from an offset on; nil for a file.
  func rest(at offset: Int64) throws(AudioFileError) -> StreamRest? {
    do throws(SystemError) { return try stream?.rest(at: offset, of: file) } catch { throw .reading(path, error) }
  }

  /// Fills memory from an offset in the file. Returns the number of bytes, less than the memory's size only at the end.
  func read(_ target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioFileError) -> Int {
    // SAFETY: The buffer says how much may be written, and is not kept.
    do throws(SystemError) {
      if stream != nil { return try stream?.read(target, at: offset, of: file) ?? 0 }
      return try file.read(into: target, at: offset)
    } catch {
      throw .reading(path, error)
    }
  }

  /// The bytes at an offset in the file; fewer only at the file's end.
  func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // SAFETY: The array is as long as its buffer, which is used only during the call.
    let result = bytes.withUnsafeMutableBytes { memory in
      Result { () throws(AudioFileError) in try read(memory, at: offset) }
    }
    bytes.removeLast(count - (try result.get()))
    return bytes
  }

  /// Whether bytes already written can be rewritten: not in a pipe, nor in a file opened for appending.
  var canRewrite: Bool { file.canRewrite }

  /// Where the next `write` goes; 0 if the file isn't seekable.
  var position: Int64 { file.position ?? 0 }

  /// Writes all bytes after the last ones written.
  func writeBytes(_ source: UnsafeRawBufferPointer) throws(AudioFileError) {
    // SAFETY: The buffer says how much may be read, and is not kept. The same is true below.
    do throws(SystemError) { try file.writeAll(source) } catch { throw .writing(path, error) }
  }

  /// Writes all bytes at an offset in the file.
  func writeBytes(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(AudioFileError) {
    do throws(SystemError) { try file.writeAll(source, at: offset) } catch { throw .writing(path, error) }
  }

  /// Closes the file; some file systems report only here that there was no room.
  func close() throws(AudioFileError) {
    var closing = FileDescriptor(owning: -1)
    swap(&closing, &file)
    if closing.number < 0 { return }
    do throws(SystemError) { try closing.close() } catch { throw .writing(path, error) }
  }
}
