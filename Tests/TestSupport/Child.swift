import Glibc

/// A program that a test runs to its end.
public struct Child: Sendable {
  /// The exit status; 128 and the number for a signal.
  public var status: Int32
  /// What it wrote on standard output.
  public var output: [UInt8]
  /// What it wrote on standard error.
  public var errors: String
  /// How much time of a processor it took, with the programs that it started and whose end it saw.
  public var processorTime: Duration = .zero

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard output in lines.
  public var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Runs a program with this environment and nothing else.
  ///
  /// - Parameters:
  ///   - input: standard input.
  ///   - output: a file that takes standard output instead.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String], input: String = "",
    output file: String? = nil
  ) -> Child {
    let folder = TemporaryFolder()
    let inputFile = folder.write(input, to: "input")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, file ?? folder("output"), O_WRONLY | O_CREAT, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, folder("errors"), O_WRONLY | O_CREAT, 0o644)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + values { free(pointer) } }
    // A test's own thread may take no signals, and a program would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, &attributes, &words, &values)
    guard failure == 0 else { return Child(status: -1, output: [], errors: String(cString: strerror(failure))) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) == -1 && errno == EINTR {}
    let signal = status & 0x7F
    return Child(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: file == nil ? contents(folder("output")) : [],
      errors: String(decoding: contents(folder("errors")), as: UTF8.self),
      processorTime: ProcessorTime.total(usage))
  }

  /// A file's bytes; empty if there is no file.
  public static func contents(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[0..<count])
    }
  }

  /// The folder of the programs that the build has made.
  public static var products: String {
    let runner = realpath("/proc/self/exe", nil)
    defer { free(runner) }
    let path = runner.map { String(cString: $0) } ?? ""
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
