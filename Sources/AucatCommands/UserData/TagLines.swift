internal import AudioComponents
internal import Linux

/// `aucat tag add --stdin`: whatever has arrived on standard input is one transaction, so a file is imported fast, and
/// a program that waits for each answer gets it at once.
struct TagLines {
  /// In bytes; the longest URI and tag need less.
  private static let longestLine = 1 << 18
  private let session: Session
  private let writer: UserDataWriter
  private var known: [String: String] = [:]
  private var number = 0
  private var hasFailed = false

  init(_ session: Session) throws {
    self.session = session
    writer = try session.manager.userDataWriter()
  }

  func run() throws {
    var lines = self
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try Self.read(into: &buffer)
      if count == 0 { break }
      let end = buffer[0..<count].lastIndex(of: 0x0A).map { pending.count + $0 }
      pending.append(contentsOf: buffer[0..<count])
      guard let end else {
        if pending.count > Self.longestLine { throw CommandFailure(.usage, "a line of standard input is too long") }
        continue
      }
      try lines.take(pending[...end])
      pending.removeSubrange(...end)
    }
    try lines.take(pending[...])
    if lines.hasFailed { throw CommandFailure(.partly) }
  }

  private static func read(into buffer: inout [UInt8]) throws -> Int {
    do throws(SystemError) {
      return try BorrowedDescriptor.standardInput.read(into: &buffer)
    } catch {
      throw CommandFailure(.storeFailed, "standard input can't be read (\(error))")
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    var changes: [UserChange] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(bytes.last == 0x0A ? 1 : 0) {
      number += 1
      if line.isEmpty { continue }
      do {
        changes.append(try change(line))
      } catch let failure as CommandFailure where failure.status != .storeFailed {
        report(failure.message)
      } catch let error as UserLabelError {
        report(error.description)
      }
    }
    guard !changes.isEmpty else { return }
    try writer.apply(changes)
    var output = Output()
    output.write(String(repeating: "ok\n", count: changes.count))
    try output.finish()
  }

  private mutating func report(_ message: String) {
    hasFailed = true
    complain("line \(number): \(message)")
  }

  private mutating func change(_ line: ArraySlice<UInt8>) throws -> UserChange {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw CommandFailure(.usage, "it is not UTF-8")
    }
    let fields = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard fields.count == 2 else { throw CommandFailure(.usage, "it is not a component, a TAB and a tag") }
    let label = try UserLabel(.tag, String(fields[1]))
    return .add(label, to: try uri(String(fields[0])))
  }

  private mutating func uri(_ argument: String) throws -> String {
    if let uri = known[argument] { return uri }
    let uri = try session.uri(argument)
    known[argument] = uri
    return uri
  }
}
