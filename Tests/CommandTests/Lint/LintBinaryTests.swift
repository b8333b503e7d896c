import Foundation
import TestSupport
import Testing

/// Binaries and Turtle that disagree, and binaries that mean harm.
@Suite struct LintBinaryTests {
  static let tested = [
    "binary-not-loadable", "binary-crashes", "binary-no-descriptor", "binary-lacks-plugin", "turtle-lacks-plugin",
    "extension-missing", "extension-undeclared", "binary-prints",
  ]
  let machine = Machine([])

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
    _ source: String, _ change: (old: String, new: String)? = nil, options: [String] = []
  ) throws -> (status: Int32, rules: [String], text: String) {
    var fixture = LintFixture()
    if let change { try fixture.edit(change.old, change.new) }
    let path = fixture.install(in: machine.folder)
    machine.folder.write(source, to: "plugin.c")
    let build = Child.run(
      "/bin/sh",
      ["-c", "cc -w -shared -fPIC -o '\(path)/plugin.so' '\(machine.folder("plugin.c"))' $(pkg-config --cflags lv2)"],
      environment: machine.environment)
    try #require(build.status == 0, "\(build.errors)")
    let run = machine.aucat(["lint", "--json"] + options + [path])
    #expect(run.errors == "")
    let found = try #require(try run.json["findings"]).elements
    return (run.status, found.compactMap { $0["rule"]?.string }, run.text)
  }

  @Test func aBinaryThatIsAsTheTurtleSaysIsClean() throws {
    let found = try findings(Self.library())
    #expect(found.status == 0 && found.rules == [])
  }

  @Test func aBinaryThatCannotBeLoadedIsFound() throws {
    let found = try findings("extern int nowhere(void); int lv2_descriptor(void) { return nowhere(); }")
    #expect(
      found.status == 1 && found.rules == ["binary-not-loadable"] && found.text.contains("undefined symbol: nowhere"))
    let path = LintFixture().install(in: machine.folder)
    #expect(machine.aucat("lint", path).text.contains("binary-not-loadable: plugin.so can't be loaded"))
  }

  @Test func aBinaryThatIsNoLV2LibraryIsFound() throws {
    #expect(try findings("int something;").rules == ["binary-no-descriptor"])
  }

  @Test func pluginsThatOneSideLacksAreFound() throws {
    let found = try findings(Self.library(uri: "urn:test:lnit"))
    #expect(found.status == 1 && found.rules == ["binary-lacks-plugin", "turtle-lacks-plugin"])
  }

  @Test func extensionsThatOneSideLacksAreFound() throws {
    let state = "http://lv2plug.in/ns/ext/state#interface"
    let given = try findings(Self.library(extension: state))
    #expect(given.status == 1 && given.rules == ["extension-undeclared"])
    let declaration = (
      old: "    lv2:minorVersion 2 ;\n", new: "    lv2:minorVersion 2 ;\n    lv2:extensionData <\(state)> ;\n"
    )
    #expect(try findings(Self.library(extension: state), declaration).rules == [])
    #expect(try findings(Self.library(), declaration).rules == ["extension-missing"])
  }

  @Test func aBinaryThatPrintsIsFound() throws {
    for stream in ["stdout", "stderr"] {
      let found = try findings(Self.library("fputs(\"hello from here\\n\", \(stream));"))
      #expect(found.status == 1 && found.rules == ["binary-prints"] && found.text.contains("hello from here"))
    }
  }

  @Test(
    "a binary that ends its process is a finding",
    arguments: [
      ("abort();", "signal 6"), ("*(volatile int *)0 = 1;", "signal 11"), ("_exit(3);", "status 3"),
      ("for (;;) pause();", "does not end in time"), ("close(1); close(2); _exit(0);", "status 0"),
      ("for (int i = 0; i < 64; i++) close(i); for (;;) pause();", "and goes on"),
      ("if (fork() == 0) for (int i = 0; i < 5; i++) sleep(1); abort();", "signal 6"),
    ])
  func harm(constructor: String, words: String) throws {
    let found = try findings(Self.library(constructor), options: ["--timeout", "2"])
    // The address sanitizer ends its program with a status.
    let words = dlsym(nil, "__asan_init") != nil && words.hasPrefix("signal") ? "status" : words
    #expect(found.status == 5 && found.rules == ["binary-crashes"] && found.text.contains(words), "\(found)")
  }

  @Test func aBinaryThatTellsWithoutEndIsEnded() throws {
    let found = try findings(
      Self.library(
        "static char text[65536]; memset(text, 'x', 65535); text[65535] = '\\n';"
          + "for (;;) for (int i = 3; i < 8; i++) write(i, text, sizeof text);"))
    #expect(found.status == 5 && found.rules == ["binary-crashes"], "\(found)")
    #expect(found.text.contains("tells more than 8 MiB of itself"), "\(found)")
  }

  @Test("what a binary starts ends with the lint", arguments: ["", "setsid();", "setsid(); if (fork()) _exit(0);"])
  func leftBehind(start: String) throws {
    let file = machine.folder("pid")
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
    #expect(found.status == 0 && found.rules == [], "\(found)")
    let process = try #require(pid_t(String(contentsOfFile: file, encoding: .utf8)))
    #expect(kill(process, 0) == -1 && errno == ESRCH, "process \(process) goes on")
  }

  @Test(
    "declared extensions that are too long or too many are not asked for", arguments: [(1, 140_000), (2_000, 1_500)])
  func extensions(count: Int, length: Int) throws {
    let uris = (0..<count).map { "<urn:\($0):\(String(repeating: "x", count: length))>" }.joined(separator: " , ")
    let found = try findings(
      Self.library(),
      (
        old: "    lv2:minorVersion 2 ;\n", new: "    lv2:minorVersion 2 ;\n    lv2:extensionData \(uris) ;\n"
      ))
    #expect([0, 1].contains(found.status), "\(found.rules)")
    #expect(found.rules.count { $0 == "extension-missing" } == (count == 1 ? 0 : 256))
  }

  @Test func anInterruptedLintSaysSo() throws {
    let path = LintFixture().install(in: machine.folder)
    machine.folder.write(Self.library("for (;;) pause();"), to: "plugin.c")
    let run = machine.shell(
      "cc -w -shared -fPIC -o '\(path)/plugin.so' \"$folder/plugin.c\" $(pkg-config --cflags lv2) && "
        + "timeout --foreground -s TERM 1 \"$aucat\" lint '\(path)'; echo status $?")
    #expect(run.text == "status 130\n" || run.text == "status 124\n", "\(run.text)")
    #expect(run.errors == "aucat: the lint was interrupted\n")
  }

  @Test func theTestPluginsDisagreeAsTheyAreMeantTo() throws {
    let path = TestPlugins.install(in: machine.folder)
    let found = try #require(try machine.aucat("lint", "--json", path).json["findings"]).elements
    let lacking = found.filter { $0["rule"] == .text("binary-lacks-plugin") }
    #expect(lacking.map { $0["subject"] } == [.text(TestPlugins.uri("missing-descriptor"))])
  }
}
