import BundleLint
import Foundation
import TestSupport
import Testing

/// Binaries and Turtle that disagree, and binaries that mean harm.
@Suite struct LintBinaryTests {
  static let tested: [Rule] = [
    .binaryNotLoadable, .binaryCrashes, .binaryNoDescriptor, .binaryLacksPlugin, .turtleLacksPlugin,
    .extensionMissing, .extensionUndeclared, .binaryPrints,
  ]
  let linter = Linter()

  /// A library in C, with what runs when it is loaded, the plugin's URI, and the extension that it gives.
  private static func library(_ constructor: String = "", uri: String = "urn:test:lint", extension data: String = "")
    -> String
  {
    """
    #include <lv2/core/lv2.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    __attribute__((constructor)) static void begin(void) { \(constructor) }
    static const void *extension(const char *uri) { return strcmp(uri, "\(data)") ? NULL : "x"; }
    static const LV2_Descriptor plugin = { .URI = "\(uri)", .extension_data = extension };
    LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index ? NULL : &plugin; }
    """
  }

  private func findings(
    _ source: String, _ change: (old: String, new: String)? = nil, seconds: Double = 20
  ) throws -> Found {
    var fixture = LintFixture()
    if let change { try fixture.edit(change.old, change.new) }
    let path = fixture.install(in: linter.folder)
    linter.folder.write(source, to: "plugin.c")
    let build = Child.run(
      "/bin/sh",
      ["-c", "cc -w -shared -fPIC -o '\(path)/plugin.so' '\(linter.folder("plugin.c"))' $(pkg-config --cflags lv2)"],
      environment: linter.environment)
    try #require(build.status == 0, "\(build.errors)")
    let lint = try linter.lint(path, seconds: seconds)
    let texts = lint.findings.map { "\($0.message) \($0.line)" }
    return Found(
      isClean: lint.isClean, hasFailed: lint.hasFailedBinary, rules: lint.findings.map(\.rule),
      text: texts.joined(separator: "\n"))
  }

  /// What a lint has found.
  private struct Found {
    var isClean: Bool
    /// Whether a binary ended its process.
    var hasFailed: Bool
    var rules: [Rule]
    var text: String
  }

  @Test func aBinaryThatIsAsTheTurtleSaysIsClean() throws {
    let found = try findings(Self.library())
    #expect(found.isClean && !found.hasFailed && found.rules == [])
  }

  @Test func aBinaryThatCannotBeLoadedIsFound() throws {
    let found = try findings("extern int nowhere(void); int lv2_descriptor(void) { return nowhere(); }")
    #expect(!found.isClean && !found.hasFailed && found.rules == [.binaryNotLoadable])
    #expect(found.text.contains("undefined symbol: nowhere"))
    let empty = try linter.lint(LintFixture().install(in: linter.folder))
    #expect(empty.findings.map(\.rule) == [.binaryNotLoadable])
    #expect(empty.findings.first?.message.hasPrefix("plugin.so can't be loaded") == true)
  }

  @Test func aBinaryThatIsNoLV2LibraryIsFound() throws {
    #expect(try findings("int something;").rules == [.binaryNoDescriptor])
  }

  @Test func pluginsThatOneSideLacksAreFound() throws {
    let found = try findings(Self.library(uri: "urn:test:lnit"))
    #expect(!found.isClean && !found.hasFailed && found.rules == [.binaryLacksPlugin, .turtleLacksPlugin])
  }

  @Test func extensionsThatOneSideLacksAreFound() throws {
    let state = "http://lv2plug.in/ns/ext/state#interface"
    let given = try findings(Self.library(extension: state))
    #expect(!given.isClean && !given.hasFailed && given.rules == [.extensionUndeclared])
    let declaration = (
      old: "    lv2:minorVersion 2 ;\n", new: "    lv2:minorVersion 2 ;\n    lv2:extensionData <\(state)> ;\n"
    )
    #expect(try findings(Self.library(extension: state), declaration).rules == [])
    #expect(try findings(Self.library(), declaration).rules == [.extensionMissing])
  }

  @Test func aBinaryThatPrintsIsFound() throws {
    for stream in ["stdout", "stderr"] {
      let found = try findings(Self.library("fputs(\"hello from here\\n\", \(stream));"))
      #expect(
        !found.isClean && !found.hasFailed && found.rules == [.binaryPrints] && found.text.contains("hello from here")
      )
    }
  }

  @Test(
    "a binary that ends its process is a finding",
    arguments: [
      ("abort();", "signal 6"), ("*(volatile int *)0 = 1;", "signal 11"), ("_exit(3);", "status 3"),
      ("for (;;) pause();", "does not finish in time"), ("close(1); close(2); _exit(0);", "status 0"),
      ("for (int i = 0; i < 64; i++) close(i); for (;;) pause();", "but keeps running"),
      ("if (fork() == 0) for (int i = 0; i < 5; i++) sleep(1); abort();", "signal 6"),
    ])
  func harm(constructor: String, words: String) throws {
    // The thread sanitizer takes an exit while a library is loaded for a mistake, and changes the status.
    let words = Sanitizer.isThread && constructor.contains("_exit(") ? "status 66" : words
    let found = try findings(Self.library(constructor), seconds: 2)
    #expect(found.hasFailed && found.rules == [.binaryCrashes] && found.text.contains(words), "\(found)")
  }

  @Test func aBinaryThatReportsWithoutEndIsKilled() throws {
    let found = try findings(
      Self.library(
        "static char text[65536]; memset(text, 'x', 65535); text[65535] = '\\n';"
          + "for (;;) for (int i = 3; i < 8; i++) write(i, text, sizeof text);"))
    #expect(found.hasFailed && found.rules == [.binaryCrashes], "\(found)")
    #expect(found.text.contains("reports more than 8 MiB"), "\(found)")
  }

  @Test("what a binary starts ends with the lint", arguments: ["", "setsid();", "setsid(); if (fork()) _exit(0);"])
  func leftBehind(start: String) throws {
    let file = linter.folder("pid")
    let found = try findings(
      Self.library(
        """
        if (fork() == 0) {
          \(start)
          FILE *file = fopen("\(file).new", "w");
          fprintf(file, "%d", (int)getpid());
          fclose(file);
          rename("\(file).new", "\(file)");
          for (int i = 0; i < 60; i++) sleep(1);
          _exit(0);
        }
        while (access("\(file)", F_OK)) usleep(1000);
        """))
    #expect(found.isClean && !found.hasFailed && found.rules == [], "\(found)")
    let process = try #require(pid_t(String(contentsOfFile: file, encoding: .utf8)))
    #expect(kill(process, 0) == -1 && errno == ESRCH, "process \(process) goes on")
  }

  @Test func aLintEndsNoProcessOfItsHost() throws {
    func start() throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["60"]
      try process.run()
      return process
    }
    var others: [Process] = []
    defer { for process in others { process.terminate() } }
    let path = LintFixture().install(in: linter.folder)
    _ = try BundleLint(path, linter.options()) {
      // Asked while a child of the lint is running.
      if others.count < 20, let process = try? start() { others.append(process) }
      return false
    }
    #expect(others.count > 1)
    #expect(others.allSatisfy { $0.isRunning })
  }

  @Test(
    "declared extensions that are too long or too many are not asked for", arguments: [(1, 140_000), (2_000, 1_500)])
  func extensions(count: Int, length: Int) throws {
    let uris = (0..<count).map { "<urn:\($0):\(String(repeating: "x", count: length))>" }.joined(separator: " , ")
    let found = try findings(
      Self.library(),
      (
        old: "    lv2:minorVersion 2 ;\n", new: "    lv2:minorVersion 2 ;\n    lv2:extensionData \(uris) ;\n"
      ),
      // Three megabytes of URIs, which a sanitizer reads slowly.
      seconds: 200)
    #expect(!found.hasFailed, "\(found.rules)")
    #expect(found.rules.count { $0 == .extensionMissing } == (count == 1 ? 0 : 256))
  }

  @Test func aLintCanBeCancelled() throws {
    let path = LintFixture().install(in: linter.folder)
    let error = #expect(throws: (any Error).self) {
      try BundleLint(path, linter.options()) { true }
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("interrupted"))
  }

  @Test func theTestPluginsDisagreeAsTheyAreMeantTo() throws {
    let found = try linter.lint(TestPlugins.install(in: linter.folder)).findings
    let lacking = found.filter { $0.rule == .binaryLacksPlugin }
    #expect(lacking.map(\.subject) == [TestPlugins.uri("missing-descriptor")])
  }
}
