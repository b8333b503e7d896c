internal import Glibc

/// The outcome of reading a socket.
package enum Arrival: Hashable, Sendable {
  /// This many bytes were read.
  case bytes(Int)
  /// There is nothing to read yet.
  case nothing
  /// The connection is closed or broken.
  case end
}

// SAFETY: memory is only passed on for the duration of a call, with its own count as the bound; nothing keeps its
// address.
extension Descriptor where Self: ~Copyable {
  /// Reads available bytes, up to the memory's size, after waiting for some.
  ///
  /// - Returns: the number of bytes; 0 at the end.
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try SystemCall.run { Glibc.read(number, memory.baseAddress, memory.count) }
  }

  /// Like ``read(into:)-(UnsafeMutableRawBufferPointer)``, into the beginning of an array, whose length is the limit.
  package func read(into bytes: inout [UInt8]) throws(SystemError) -> Int {
    try SystemCall.run { bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) } }
  }

  /// Fills memory from an offset in the file, whatever the descriptor's position is.
  ///
  /// - Returns: the number of bytes; fewer than there is room for only at the file's end.
  package func read(into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    var done = 0
    while done < memory.count, let base = memory.baseAddress {
      let count = try SystemCall.run { pread(number, base + done, memory.count - done, off_t(offset) + off_t(done)) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads to the end, or until there are more bytes than `limit`.
  ///
  /// - Returns: the bytes; more than `limit` if there is more to read than that.
  package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = try read(into: &portion)
      if count == 0 { break }
      bytes.append(contentsOf: portion[..<count])
    }
    return bytes
  }

  /// Reads the bytes that have arrived on a socket; never waits.
  package func receive(into bytes: inout [UInt8]) -> Arrival {
    do throws(SystemError) {
      let count = try SystemCall.run {
        bytes.withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      }
      return count > 0 ? .bytes(count) : .end
    } catch {
      return error.wouldBlock ? .nothing : .end
    }
  }

  /// Waits until one of several descriptors has something to read or its other end has closed, or until the time is up.
  package static func waitUntilReadable(_ descriptors: [BorrowedDescriptor], milliseconds: Int)
  where Self == BorrowedDescriptor {
    var entries = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
  }

  /// Waits until there is something to read, or the other end has closed.
  ///
  /// - Returns: false if the time ran out or a signal arrived first.
  package func isReadable(within milliseconds: Int) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) > 0
  }
}

/// Files that are small enough to be read as a whole.
package enum WholeFile {
  /// Reads the bytes of a file. If the file is larger than `limit`, more than `limit` bytes are returned, but not all.
  ///
  /// - Parameter path: `-` is standard input.
  package static func bytes(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    if path == "-" { return try BorrowedDescriptor.standardInput.readAll(limit: limit) }
    return try FileDescriptor(path, for: .reading).readAll(limit: limit)
  }

  /// Reads the bytes of a file like ``bytes(_:limit:)``, for somebody who can't wait for a writer, a device or a server.
  ///
  /// - Returns: nil if it isn't a regular file.
  /// - Throws: ``SystemError/timedOut`` if the file's server takes too long.
  package static func bytes(
    ofRegularFile path: String, limit: Int, within milliseconds: Int
  ) throws(SystemError) -> [UInt8]? {
    let attempt = Attempt { () -> Result<[UInt8]?, SystemError> in
      Result { () throws(SystemError) -> [UInt8]? in
        // Opening a FIFO would let its writer begin, which closing it would then end.
        guard try FileStatus(path).isRegular else { return nil }
        // By now it may be one, for which opening would wait.
        let file = try FileDescriptor(path, for: .reading, options: .nonBlocking)
        return try FileStatus(of: file).isRegular ? file.readAll(limit: limit) : nil
      }
    }
    guard let result = attempt.value(within: milliseconds) else { throw .timedOut }
    return try result.get()
  }
}
