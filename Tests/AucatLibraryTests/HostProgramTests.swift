import CAucat
import Foundation
import TestSupport
import Testing

/// Programs in C that use the library.
@Suite(.enabled(if: Sanitizer.allowsForeignHosts, "the programs lack the sanitizer"))
struct HostProgramTests {
  private let folder = HostFolder()

  /// The C program of a page.
  private func program(of page: String) throws -> String {
    let text = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```c\n").dropFirst().filter { $0.hasPrefix("#include") }
    #expect(blocks.count == 1, "\(page)")
    return try #require(blocks.first?.components(separatedBy: "```").first)
  }

  @Test("the guide's instrument plays, and so does its source")
  func sources() throws {
    let page = Repository.path("Sources/Libraries/AudioComponents/AudioComponents.docc/CHost.md")
    let blocks = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```c\n").dropFirst()
    let functions = try #require(
      blocks.first { !$0.hasPrefix("#include") }?.components(separatedBy: "```").first)
    let program = """
      #include <aucat.h>
      #include <stdio.h>
      \(functions)
      int main(void) {
        aucat_error *error = NULL;
        aucat_catalog *catalog = aucat_open(NULL, &error);
        aucat_search *search = aucat_prepare(catalog, "type == MusicDevice", NULL, 0, 0, &error);
        aucat_components *found = aucat_search_components(search, 1, &error);
        bool done = play(catalog, aucat_components_at(found, 0), &error);
        if (!done) puts(aucat_error_message(error));
        return done ? 0 : 1;
      }
      """
    folder.installOrgan()
    let host = try folder.build(program, to: "instrument", folder.buildFlags)
    let run = Child.run("/bin/sh", ["-c", "cd \"$0\" && exec \"$1\"", folder.path, host], environment: folder.account)
    #expect(
      run.status == 0 && run.lines.last?.hasPrefix("the organ plays ") == true && run.lines.last != "the organ plays 0",
      "\(run)")
    // A second of stereo.
    #expect(Child.contents(folder("clicks.wav")).count > 48_000 * 8)
  }

  /// The C program of the guide.
  private func guide() throws -> String {
    let program = try program(of: "Sources/Libraries/AudioComponents/AudioComponents.docc/CHost.md")
    #expect(program.split(separator: "\n").count < 60)
    return program
  }

  @Test("the program on the page of the views reads the catalog with SQLite alone")
  func plainSQLite() throws {
    let scan = Child.run(Child.products + "/aucat", ["scan"], environment: folder.account)
    try #require(scan.status == 0, "\(scan.errors)")
    let host = try folder.build(try program(of: "schema/views.md"), to: "plain", ["-lsqlite3"])
    let run = Child.run(host, [folder("home/.cache/aucat/catalog.sqlite")], environment: folder.account)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.sorted() == ["gain-stereo", "in-place-broken"].map { "Hall \($0)\t\(folder("lv2/\($0).lv2"))" })
  }

  @Test("the guide's host does what it says, on a fresh account")
  func guideHost() throws {
    let host = try folder.build(try guide(), to: "host", folder.buildFlags)
    expectGuide(Child.run(host, [folder("in.wav"), folder("out.wav")], environment: folder.account))
    // The tag is there now, so there is no change to wait for.
    let again = Child.run(host, [folder("in.wav"), folder("out.wav")], environment: folder.account)
    #expect(again.status == 0 && again.lines.count == 3 && !again.text.contains("tagged"), "\(again)")
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

  @Test("the guide for playing sounds plays the mail program, and its page says what comes of it")
  func playingSounds() throws {
    let program = try program(of: "Sources/Sound/AudioTracks/AudioTracks.docc/PlayingSounds.md")
    try folder.expect(
      program, prints: "body pauses\nbell has ended\nbody continues\nsubject has ended\n")
  }

  @Test("a host that closes the descriptor harms itself alone: events still come, and nothing crashes")
  func closedDescriptor() throws {
    let program = """
      #include <aucat.h>
      #include <stdio.h>
      #include <unistd.h>
      int main(void) {
        aucat_coordinator *coordinator = aucat_coordinator_new(48000, 1, NULL, NULL);
        aucat_track *track = aucat_track_new(coordinator, "voice", 1, NULL, NULL, NULL, NULL);
        close(aucat_coordinator_descriptor(coordinator));
        float samples[480] = {0}, *channels[] = {samples};
        for (int i = 0; i < 2; i++) {
          aucat_source *silence = aucat_source_silence(0.01, 48000, 1, NULL);
          aucat_track_enqueue(track, silence, NULL, -1, NULL, NULL);
          aucat_source_free(silence);
          if (!aucat_coordinator_render(coordinator, channels, 480, NULL)) return 1;
          for (aucat_event *event; (event = aucat_coordinator_next(coordinator)); aucat_event_free(event))
            printf("%d\\n", aucat_event_get_kind(event));
        }
        aucat_coordinator_free(coordinator);
        aucat_track_free(track);
        return 0;
      }
      """
    try folder.expect(program, prints: "1\n2\n1\n2\n")
  }

  @Test("a host whose system has no descriptor left is told so")
  func noDescriptor() throws {
    let program = """
      #include <aucat.h>
      #include <fcntl.h>
      #include <stdio.h>
      #include <sys/resource.h>
      int main(void) {
        aucat_error *error = NULL;
        while (open("/dev/null", O_RDONLY) >= 0) {}
        if (aucat_coordinator_new(48000, 2, NULL, &error)) return 1;
        printf("%d %s\\n", aucat_error_get_code(error), aucat_error_message(error));
        return 0;
      }
      """
    try folder.expect(program, prints: "41 there is no descriptor for events (too many open files); close others\n")
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
    try folder.expect(source, prints: "open\n")
  }

  @Test("an installation gives a host everything by pkg-config")
  func installedHost() throws {
    guard let prefix = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"] else { return }
    var environment = Compiler.environment
    environment["PKG_CONFIG_PATH"] = prefix + "/lib/pkgconfig"
    let flags = Child.run("/usr/bin/pkg-config", ["--cflags", "--libs", "aucat"], environment: environment)
    try #require(flags.status == 0, "\(flags.errors)")
    let words = flags.text.split(whereSeparator: \.isWhitespace).map(String.init)
    let host = try folder.build(try guide(), to: "host", words + ["-Wl,-rpath,\(prefix)/lib"])
    expectGuide(Child.run(host, [folder("in.wav"), folder("out.wav")], environment: folder.account))
  }

  @Test("a child of fork goes on with its parent's objects, and the parent with them")
  func fork() throws {
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
    try folder.expect(program, prints: "0 0 1 2\n")
  }

  @Test("what a child of fork commits is seen by all, though its parent has closed the catalog")
  func forkAndClose() throws {
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
    try folder.expect(program, prints: "0 0 1\n")
  }

  /// A program that opens, queries and closes as often as its first argument says, and keeps a list of each round if it has
  /// a second one. It prints how many components it has found, and by how many bytes its memory has grown since round 100,
  /// by when all caches are full.
  private static let roundsProgram = """
    #include <aucat.h>
    #include <malloc.h>
    #include <stdio.h>
    #include <stdlib.h>
    static size_t used(void) {
      struct mallinfo2 memory = mallinfo2();
      return memory.uordblks + memory.hblkhd;
    }
    int main(int count, char **words) {
      size_t found = 0, before = 0;
      for (int i = 0; i < atoi(words[1]); i++) {
        if (i == 100) before = used();
        aucat_catalog *catalog = aucat_open(NULL, NULL);
        aucat_search *search = aucat_prepare(catalog, "tag contains[c] reverb", NULL, 0, 0, NULL);
        aucat_components *list = aucat_search_components(search, SIZE_MAX, NULL);
        found += aucat_components_count(list);
        if (count < 3) aucat_components_free(list);
        aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL);
        aucat_search_free(search);
        aucat_close(catalog);
      }
      printf("%zu %ld\\n", found, before ? (long)used() - (long)before : 0);
      return 0;
    }
    """

  @Test("opening, querying and closing 400 times takes no more memory than 100 times")
  func rounds() throws {
    let path = try folder.build(Self.roundsProgram, to: "rounds", folder.buildFlags)
    func growth(_ arguments: [String]) throws -> Int {
      // Freed memory in a thread's cache counts as in use, and how much is there depends on chance.
      let plain = ["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]
      let run = Child.run(path, arguments, environment: folder.account.merging(plain) { $1 })
      let numbers = run.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(run.status == 0 && numbers.count == 2 && numbers[0] == 800, "\(run)")
      return numbers[1]
    }
    // Less than 8 bytes a round. A cache may still grow after round 100, however many rounds there are.
    #expect(try growth(["400"]) < 300 * 8)
    #expect(try growth(["400", "leak"]) > 300 * 64, "a list that is kept in each round")
  }

  @Test("opening, querying and closing again and again neither leaks nor touches memory that is not its own")
  func memory() throws {
    let valgrind = try Compiler.path("valgrind")
    // Valgrind can't read the debugging information of this compiler.
    let strip = Child.run(
      try Compiler.path("strip"), ["-o", folder("libaucat-c.so"), Child.products + "/libaucat-c.so"],
      environment: Compiler.environment)
    try #require(strip.status == 0, "\(strip.errors)")
    for program in ["aucat-scan-worker", "aucat_CICU.resources"] {
      symlink(Child.products + "/" + program, folder(program))
    }
    let path = try folder.build(
      Self.roundsProgram, to: "rounds",
      [
        "-I", Repository.path("Sources/Libraries/CAucat"), "-L", folder.path, "-laucat-c", "-Wl,-rpath,\(folder.path)",
        "-Wl,--allow-shlib-undefined",
      ])
    // The first scan, whose workers are not looked at.
    #expect(Child.run(path, ["4"], environment: folder.account).text == "8 0\n")
    let run = Child.run(
      valgrind,
      [
        "-q", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
        "--error-exitcode=99", path, "4",
      ],
      environment: folder.account)
    #expect(run.status == 0 && run.text == "8 0\n", "\(run.status) \(run.text) \(run.errors.prefix(4_000))")
  }
}
