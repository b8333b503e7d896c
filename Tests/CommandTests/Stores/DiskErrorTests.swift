import TestSupport
import Testing

/// A disk that can't be read, or a file system that locks nothing, as some on a network, is no damage: nothing is set
/// aside or restored, and the error says so.
@Suite(.enabled(if: Machine.has("strace"), "strace is not installed"))
struct DiskErrorTests {
  private let machine: Machine

  init() throws {
    machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    try #require(machine.aucat("scan").status == 0)
    try #require(machine.aucat("tag", "add", Plugin.hall.uri, "Mine").status == 0)
  }

  /// Runs a command while the read of a number, and all after it where it ends with `+`, of a file in the store's folder
  /// fails.
  private func run(_ words: String, failing number: String, of file: String = "user.sqlite") -> Child {
    machine.shell(
      #"""
      strace -f -o /dev/null -P "$HOME/.local/share/aucat/\#(file)" -e trace=pread64,read \
        -e inject=pread64,read:error=EIO:when=\#(number) "$aucat" \#(words)
      echo "status $?"; ls "$HOME/.local/share/aucat"
      """#)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34])
  func aReadOfTheUserStoreThatFailsOnceIsTriedAgainOrAnError(number: Int) {
    for words in ["tag add \(Plugin.hall.uri) Other", "export", "search --all --json"] {
      let run = run(words, failing: "\(number)")
      #expect(!run.text.contains("damaged") && !run.errors.contains("damaged"), "\(words): \(run.text) \(run.errors)")
      #expect(run.text.contains("status 0") || run.errors.contains("Input/output error"), "\(words): \(run.errors)")
    }
    #expect(machine.aucat("export").text.contains("Mine"))
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21])
  func aUserStoreThatCannotBeReadStaysAsItIs(number: Int) {
    let before = machine.aucat("export").text
    for words in ["tag add \(Plugin.hall.uri) Other", "export"] {
      let run = run(words, failing: "\(number)+")
      if run.text.contains("status 0") { continue }
      #expect(run.errors.contains("Input/output error"), "\(words): \(run.errors)")
      #expect(!run.text.contains("damaged") && !run.errors.contains("damaged"), "\(words): \(run.text) \(run.errors)")
    }
    let after = machine.aucat("export")
    #expect(after.status == 0 && after.text.contains("Mine") && after.text.count >= before.count, "\(after.errors)")
  }

  @Test(arguments: [1, 2, 4, 8])
  func nothingIsRestoredWhileABackupCannotBeRead(number: Int) throws {
    let lost = machine.shell(
      #"cd "$HOME/.local/share/aucat" && rm user.sqlite* 2>/dev/null; ls user.sqlite.backups | grep "^2""#)
    let backup = try #require(lost.lines.first)
    let run = run("export", failing: "\(number)+", of: "user.sqlite.backups/\(backup)")
    #expect(!run.text.contains("status 0"), "\(run.text)")
    #expect(run.errors.contains(backup) && run.errors.contains("Input/output error"), "\(run.errors)")
    #expect(!run.lines.contains("user.sqlite"), "\(run.text)")
    let after = machine.aucat("export")
    #expect(after.status == 0 && after.text.contains("Mine"), "\(after.text) \(after.errors)")
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
  func aLockThatIsRefusedIsNamed(words: String, call: String, file: String, message: String) {
    let run = run(words, refusing: call, of: file)
    #expect(run.status == 3 && run.errors.contains(message), "\(run.status): \(run.errors)")
    #expect(!run.errors.contains("damaged") && !run.errors.contains("in use by another"), "\(run.errors)")
    #expect(machine.aucat("tag", "list", "Great Hall").lines == ["Mine"])
  }
}
