internal import AudioComponents
internal import Linux

/// A run of `aucat-render` for a request, which ends when nobody waits for the answer any more. Its input and output are in memory, so
/// nothing is left behind even if this program is killed.
struct RendererRun: ~Copyable {
  /// How often to look whether the answer is still awaited, in milliseconds.
  private static let interval = 20

  let output: FileDescriptor
  let end: ChildEnd
  /// The maximum size of the output, in bytes.
  private let limit: Int

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - input: the file that is its standard input.
  ///   - limit: the maximum size of its output, in bytes; writing more fails.
  ///   - milliseconds: its timeout.
  init(
    _ arguments: [String], input: [UInt8] = [], limit: Int, milliseconds: Int, for request: PageRequest
  ) throws {
    guard let program = HelperProgram.path("aucat-render") else {
      throw PageRefusal(500, "aucat-render is missing beside this program; install it again")
    }
    let source = try FileDescriptor(inMemory: "aucat input")
    try source.writeAll(input)
    let output = try FileDescriptor(inMemory: "aucat output", fixedSize: limit)
    let child = try ChildProcess(
      program, arguments: arguments, descriptors: [source.number, output.number],
      environment: Configuration.processEnvironment, messageLimit: 65_536)
    let time = ContinuousClock.now + .milliseconds(milliseconds)
    while !child.hasEnded, ContinuousClock.now < time, request.isAwaited() {
      CurrentThread.sleep(milliseconds: Self.interval)
    }
    end = child.end()
    self.output = output
    self.limit = limit
  }

  /// The output as text.
  var text: String {
    get throws {
      // The file has its full size from the beginning.
      String(decoding: try bytes(limit).prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// So many bytes from the beginning of the output, or all of it. What was not written is 0.
  func bytes(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, limit))
    // SAFETY: The buffer says how much may be written, and is not kept.
    _ = try bytes.withUnsafeMutableBytes { try output.read(into: $0, at: 0) }
    return bytes
  }
}
