import TestSupport
import Testing

/// File systems that lock nothing, as some on a network.
@Suite(.enabled(if: Machine.has("strace"), "strace is not installed"))
struct LockTests {
  private let machine: Machine

  init() throws {
    machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    try #require(machine.aucat("scan").status == 0)
    try #require(machine.aucat("tag", "add", Plugin.hall.uri, "Mine").status == 0)
  }

  /// Runs a command while the system refuses every lock of a file.
  private func run(_ words: String, refusing call: String, of file: String) -> Child {
    machine.shell(
      #"exec strace -f -o /dev/null -P "$HOME/\#(file)" -e trace=\#(call) -e inject=\#(call):error=ENOLCK "$aucat" \#(words)"#
    )
  }

  @Test(arguments: [
    ("tag add urn:test:hall Other", "flock", ".local/share/aucat/user.sqlite.lock", "no lock: No locks available"),
    ("scan --full", "flock", ".cache/aucat/catalog.sqlite.lock", "no lock: No locks available"),
    ("export", "fcntl", ".local/share/aucat/user.sqlite", "the file system has no lock for it"),
    ("tag add urn:test:hall Other", "fcntl", ".local/share/aucat/user.sqlite", "the file system has no lock for it"),
  ])
  func thatIsNamedAndNothingIsTakenForDamage(words: String, call: String, file: String, message: String) {
    let run = run(words, refusing: call, of: file)
    #expect(run.status == 3 && run.errors.contains(message), "\(run.status): \(run.errors)")
    #expect(!run.errors.contains("damaged") && !run.errors.contains("in use by another"), "\(run.errors)")
    #expect(machine.aucat("tag", "list", "Great Hall").lines == ["Mine"])
  }
}
