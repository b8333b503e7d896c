import CAucat
import Foundation
import TestSupport
import Testing

/// Programs in C that use the library.
@Suite(.enabled(if: Sanitizer.allowsForeignHosts, "the programs lack the sanitizer"))
struct HostProgramTests {
  private let folder = TemporaryFolder()

  /// Two reverbs and a sound.
  private func prepare() {
    let bundle = { (name: String) in
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:aucat:test:\(name)> a lv2:Plugin, lv2:ReverbPlugin ; lv2:binary <plugins.so> ; doap:name "Hall \(name)" ;
        lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "l" ; lv2:name "L" ] ,
          [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "r" ; lv2:name "R" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "ol" ; lv2:name "OL" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol "or" ; lv2:name "OR" ] ,
          [ a lv2:InputPort, lv2:ControlPort ; lv2:index 4 ; lv2:symbol "gain" ; lv2:name "Gain" ; lv2:default 1.0 ] .
      """
    }
    for name in ["gain-stereo", "in-place-broken"] {
      folder.write(bundle(name), to: "lv2/\(name).lv2/manifest.ttl")
      symlink(Child.products + "/libTestPlugins.so", folder("lv2/\(name).lv2/plugins.so"))
    }
    folder.write(WAVFile(.format(channels: 2), .data([0, 0, 1_000, -1_000])).bytes, to: "in.wav")
  }

  /// Builds a program with a library.
  private func build(_ source: String, to name: String, _ flags: [String]) throws -> String {
    folder.write(source, to: "\(name).c")
    let result = Child.run(
      try Compiler.path("cc"),
      ["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", folder("\(name).c"), "-o", folder(name)]
        + flags, environment: Compiler.environment)
    try #require(result.status == 0, "\(result.errors)")
    return folder(name)
  }

  /// What links a program with the library of this build.
  private var buildFlags: [String] {
    [
      "-I", Repository.path("Sources/CAucat"), "-L", Child.products, "-laucat-c", "-Wl,-rpath,\(Child.products)",
      "-Wl,--allow-shlib-undefined",
    ]
  }

  /// An account that has never run aucat.
  private var account: [String: String] {
    [
      "HOME": folder("home"), "LV2_PATH": folder("lv2"), "PATH": "/usr/bin:/bin",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
  }

  /// The C program of a page.
  private func program(of page: String) throws -> String {
    let text = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```c\n").dropFirst()
    #expect(blocks.count == 1, "\(page)")
    return try #require(blocks.first?.components(separatedBy: "```").first)
  }

  /// The C program of the guide.
  private func guide() throws -> String {
    let program = try program(of: "Sources/AudioComponents/AudioComponents.docc/CHost.md")
    #expect(program.split(separator: "\n").count < 60)
    return program
  }

  @Test("the README's program reads the catalog with SQLite alone")
  func plainSQLite() throws {
    prepare()
    let scan = Child.run(Child.products + "/aucat", ["scan"], environment: account)
    try #require(scan.status == 0, "\(scan.errors)")
    let host = try build(try program(of: "README.md"), to: "plain", ["-lsqlite3"])
    let run = Child.run(host, [folder("home/.cache/aucat/catalog.sqlite")], environment: account)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.sorted() == ["gain-stereo", "in-place-broken"].map { "Hall \($0)\t\(folder("lv2/\($0).lv2"))" })
  }

  @Test("the guide's host does what it says, on a fresh account")
  func guideHost() throws {
    prepare()
    let host = try build(try guide(), to: "host", buildFlags)
    expectGuide(Child.run(host, [folder("in.wav"), folder("out.wav")], environment: account))
  }

  private func expectGuide(_ run: Child) {
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == [
        "found Hall gain-stereo", "found Hall in-place-broken", "tagged urn:aucat:test:gain-stereo",
        "rendered \(folder("out.wav"))",
      ])
    #expect(Child.contents(folder("out.wav")).count > 44)
  }

  @Test("a host that has cleared its environment opens a catalog")
  func noEnvironment() throws {
    let source = """
      #define _DEFAULT_SOURCE
      #include <aucat.h>
      #include <stdio.h>
      #include <stdlib.h>
      int main(void) {
        clearenv();
        aucat_error *error;
        aucat_catalog *catalog = aucat_open(NULL, &error);
        printf("%s\\n", catalog ? "open" : aucat_error_message(error));
        aucat_error_free(error);
        aucat_close(catalog);
      }
      """
    let host = try build(source, to: "bare", buildFlags)
    let run = Child.run(host, [], environment: account)
    #expect(run.status == 0 && run.lines == ["open"], "\(run)")
  }

  @Test("an installation gives a host everything by pkg-config")
  func installedHost() throws {
    guard let prefix = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"] else { return }
    prepare()
    var environment = Compiler.environment
    environment["PKG_CONFIG_PATH"] = prefix + "/lib/pkgconfig"
    let flags = Child.run("/usr/bin/pkg-config", ["--cflags", "--libs", "aucat"], environment: environment)
    try #require(flags.status == 0, "\(flags.errors)")
    let words = flags.text.split(whereSeparator: \.isWhitespace).map(String.init)
    let host = try build(try guide(), to: "host", words + ["-Wl,-rpath,\(prefix)/lib"])
    expectGuide(Child.run(host, [folder("in.wav"), folder("out.wav")], environment: account))
  }

  @Test("a child of fork goes on with its parent's objects, and the parent with them")
  func fork() throws {
    prepare()
    let program = """
      #include <aucat.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/wait.h>
      #include <unistd.h>
      static size_t number(aucat_search *search) {
        size_t count = 0;
        return aucat_search_count(search, &count, NULL) ? count : 99;
      }
      int main(void) {
        aucat_catalog *catalog = aucat_open(NULL, NULL);
        aucat_search *search = aucat_prepare(catalog, "tag == Warm", NULL, 0, 0, NULL);
        aucat_changes *changes = aucat_follow(catalog, NULL, NULL);
        size_t before = number(search);
        pid_t child = fork();
        if (child == 0) {
          aucat_error *error = NULL;
          if (number(search) != 0 || !aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL)) _exit(1);
          if (number(search) != 1) _exit(2);
          if (aucat_changes_read(changes, NULL, &error)) _exit(3);
          if (!strstr(aucat_error_message(error), "aucat_follow")) _exit(4);
          aucat_search_free(search);
          aucat_close(catalog);
          _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        size_t after = number(search);
        aucat_tag_add(catalog, "urn:aucat:test:in-place-broken", "Warm", NULL);
        printf("%zu %d %zu %zu\\n", before, status, after, number(search));
        aucat_changes_free(changes);
        aucat_search_free(search);
        aucat_close(catalog);
        return 0;
      }
      """
    let run = Child.run(try build(program, to: "fork", buildFlags), [], environment: account)
    #expect(run.status == 0 && run.text == "0 0 1 2\n", "\(run.status) \(run.text) \(run.errors)")
  }

  @Test("what a child of fork commits is seen by all, though its parent has closed the catalog")
  func forkAndClose() throws {
    prepare()
    let program = """
      #include <aucat.h>
      #include <stdio.h>
      #include <sys/wait.h>
      #include <unistd.h>
      static size_t number(aucat_catalog *catalog) {
        size_t count = 99;
        aucat_search *search = aucat_prepare(catalog, "tag == Warm", NULL, 0, 0, NULL);
        aucat_search_count(search, &count, NULL);
        aucat_search_free(search);
        return count;
      }
      int main(void) {
        int ends[2];
        aucat_catalog *catalog = aucat_open(NULL, NULL);
        aucat_tag_add(catalog, "urn:aucat:test:in-place-broken", "Cold", NULL);
        size_t before = number(catalog);
        if (pipe(ends)) return 1;
        pid_t child = fork();
        if (child == 0) {
          char byte;
          close(ends[1]);
          size_t own = number(catalog);
          if (read(ends[0], &byte, 1) < 0) _exit(1);
          _exit(own == 0 && aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL) && number(catalog) == 1 ? 0 : 2);
        }
        aucat_close(catalog);
        close(ends[1]);
        int status = 1;
        waitpid(child, &status, 0);
        catalog = aucat_open(NULL, NULL);
        printf("%zu %d %zu\\n", before, status, number(catalog));
        aucat_close(catalog);
        return 0;
      }
      """
    let run = Child.run(try build(program, to: "forkAndClose", buildFlags), [], environment: account)
    #expect(run.status == 0 && run.text == "0 0 1\n", "\(run.status) \(run.text) \(run.errors)")
  }

  @Test("opening, querying and closing again and again neither leaks nor touches memory that is not its own")
  func memory() throws {
    let valgrind = try Compiler.path("valgrind")
    prepare()
    let program = """
      #include <aucat.h>
      #include <stdio.h>
      int main(void) {
        size_t found = 0;
        for (int i = 0; i < 4; i++) {
          aucat_catalog *catalog = aucat_open(NULL, NULL);
          aucat_search *search = aucat_prepare(catalog, "tag contains[c] reverb", NULL, 0, 0, NULL);
          aucat_components *list = aucat_search_components(search, SIZE_MAX, NULL);
          found += aucat_components_count(list);
          aucat_components_free(list);
          aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL);
          aucat_search_free(search);
          aucat_close(catalog);
        }
        printf("%zu\\n", found);
        return 0;
      }
      """
    // Valgrind can't read the debugging information of this compiler.
    let strip = Child.run(
      try Compiler.path("strip"), ["-o", folder("libaucat-c.so"), Child.products + "/libaucat-c.so"],
      environment: Compiler.environment)
    try #require(strip.status == 0, "\(strip.errors)")
    for program in ["aucat-scan-worker", "aucat_CICU.resources"] {
      symlink(Child.products + "/" + program, folder(program))
    }
    let path = try build(
      program, to: "rounds",
      [
        "-I", Repository.path("Sources/CAucat"), "-L", folder.path, "-laucat-c", "-Wl,-rpath,\(folder.path)",
        "-Wl,--allow-shlib-undefined",
      ])
    // The first scan, whose workers are not looked at.
    #expect(Child.run(path, [], environment: account).text == "8\n")
    let run = Child.run(
      valgrind,
      [
        "-q", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
        "--error-exitcode=99", path,
      ],
      environment: account)
    #expect(run.status == 0 && run.text == "8\n", "\(run.status) \(run.text) \(run.errors.prefix(4_000))")
  }
}
