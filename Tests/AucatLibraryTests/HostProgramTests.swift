import CAucat
import Foundation
import TestSupport
import Testing

/// Programs in C that use the library.
@Suite(.part(.hosts), .enabled(if: Sanitizer.allowsForeignHosts, "the programs lack the sanitizer"))
struct HostProgramTests {
  private let folder = HostFolder()

  private static let guide = "Sources/Libraries/AudioComponents/AudioComponents.docc/CHost.md"

  /// The code in C of a page: a program, or functions.
  private func code(of page: String, isProgram: Bool = true) throws -> String {
    let text = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```c\n").dropFirst().filter { $0.hasPrefix("#include") == isProgram }
    verify(!isProgram || blocks.count == 1, "\(page)")
    return try demand(blocks.first?.components(separatedBy: "```").first)
  }

  @Test("the guide's instrument plays, and so does its source")
  func sources() throws {
    let program = """
      #include <aucat.h>
      #include <stdio.h>
      \(try code(of: Self.guide, isProgram: false))
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
    let last = run.lines.last ?? ""
    verify(run.status == 0 && last.hasPrefix("the organ plays ") && last != "the organ plays 0", "\(run)")
    // A second of stereo.
    verify(Child.contents(folder("clicks.wav")).count > 48_000 * 8)
  }

  @Test("the program on the page of the views reads the catalog with SQLite alone")
  func plainSQLite() throws {
    let scan = Child.run(Child.products + "/aucat", ["scan"], environment: folder.account)
    try demand(scan.status == 0, "\(scan.errors)")
    let host = try folder.build(try code(of: "schema/views.md"), to: "plain", ["-lsqlite3"])
    let run = Child.run(host, [folder("home/.cache/aucat/catalog.sqlite")], environment: folder.account)
    verify(run.status, equals: 0, "\(run.errors)")
    verify(
      run.lines.sorted(), equals: ["gain-stereo", "in-place-broken"].map { "Hall \($0)\t\(folder("lv2/\($0).lv2"))" })
  }

  @Test("the guide's host does what it says, on a fresh account; an installation gives it everything by pkg-config")
  func guideHost() throws {
    let guide = try code(of: Self.guide)
    verify(guide.split(separator: "\n").count < 60)
    for flags in try [folder.buildFlags] + installedFlags() {
      let folder = HostFolder()
      let host = try folder.build(guide, to: "host", flags)
      let run = Child.run(host, [folder("in.wav"), folder("out.wav")], environment: folder.account)
      verify(run.status, equals: 0, "\(run.errors)")
      verify(
        run.lines,
        equals: [
          "found Hall gain-stereo", "found Hall in-place-broken", "tagged urn:aucat:test:gain-stereo",
          "rendered \(folder("out.wav"))",
        ])
      verify(Child.contents(folder("out.wav")).count > 44)
      // The tag is there now, so there is no change to wait for.
      let again = Child.run(host, [folder("in.wav"), folder("out.wav")], environment: folder.account)
      verify(again.status == 0 && again.lines.count == 3 && !again.text.contains("tagged"), "\(again)")
    }
  }

  /// What builds a program with the installation that `AUCAT_INSTALLED` names; nothing without one.
  private func installedFlags() throws -> [[String]] {
    guard let prefix = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"] else { return [] }
    var environment = Compiler.environment
    environment["PKG_CONFIG_PATH"] = prefix + "/lib/pkgconfig"
    let flags = Child.run("/usr/bin/pkg-config", ["--cflags", "--libs", "aucat"], environment: environment)
    try demand(flags.status == 0, "\(flags.errors)")
    return [flags.text.split(whereSeparator: \.isWhitespace).map(String.init) + ["-Wl,-rpath,\(prefix)/lib"]]
  }

  @Test("the guide for playing sounds plays the mail program, and its page says what comes of it")
  func playingSounds() throws {
    try folder.expectRuns(
      try code(of: "Sources/Sound/AudioTracks/AudioTracks.docc/PlayingSounds.md"),
      prints: "body pauses\nbell has ended\nbody continues\nsubject has ended\n")
  }

  @Test(
    "a host without environment opens a catalog; closing the descriptor harms itself alone; without one it is told so")
  func bareHost() throws {
    let program = """
      #define _DEFAULT_SOURCE
      #include <aucat.h>
      #include <fcntl.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/resource.h>
      #include <unistd.h>
      static void play(aucat_coordinator *coordinator, aucat_track *track) {
        float samples[480] = {0}, *channels[] = {samples};
        aucat_source *silence = aucat_source_silence(0.01, 48000, 1, NULL);
        aucat_track_enqueue(track, silence, NULL, -1, NULL, NULL);
        aucat_source_free(silence);
        aucat_coordinator_render(coordinator, channels, 480, NULL);
        for (aucat_event *event; (event = aucat_coordinator_next(coordinator)); aucat_event_free(event))
          printf("%d\\n", aucat_event_get_kind(event));
      }
      int main(void) {
        clearenv();
        aucat_error *error = NULL;
        aucat_catalog *catalog = aucat_open(NULL, &error);
        printf("%s\\n", catalog ? "open" : aucat_error_message(error));
        aucat_close(catalog);
        aucat_coordinator *coordinator = aucat_coordinator_new(48000, 1, NULL, NULL);
        aucat_track *track = aucat_track_new(coordinator, "voice", 1, NULL, NULL, NULL, NULL);
        close(aucat_coordinator_descriptor(coordinator));
        for (int i = 0; i < 2; i++) play(coordinator, track);
        aucat_coordinator_free(coordinator);
        aucat_track_free(track);
        while (open("/dev/null", O_RDONLY) >= 0) {}
        if (aucat_coordinator_new(48000, 2, NULL, &error)) return 1;
        printf("%d %s\\n", aucat_error_get_code(error), aucat_error_message(error));
        return 0;
      }
      """
    try folder.expectRuns(
      program,
      prints: "open\n1\n2\n1\n2\n41 there is no descriptor for events (too many open files); close others\n")
  }

  @Test("a child of fork goes on with its parent's objects, and all see what it commits, also behind a close")
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
      static int ended(pid_t child) {
        int status = 1;
        waitpid(child, &status, 0);
        return status;
      }
      static int sharedSearch(aucat_catalog *catalog, aucat_search *search, aucat_changes *changes) {
        aucat_error *error = NULL;
        if (number(search) != 0 || !aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL)) return 1;
        if (number(search) != 1) return 2;
        if (aucat_changes_read(changes, NULL, &error)) return 3;
        if (!strstr(aucat_error_message(error), "aucat_follow")) return 4;
        aucat_search_free(search);
        aucat_close(catalog);
        return 0;
      }
      int main(void) {
        aucat_catalog *catalog = aucat_open(NULL, NULL);
        aucat_search *search = aucat_prepare(catalog, "tag == Warm", NULL, 0, 0, NULL);
        aucat_changes *changes = aucat_follow(catalog, NULL, NULL);
        size_t before = number(search);
        pid_t child = fork();
        if (child == 0) _exit(sharedSearch(catalog, search, changes));
        int status = ended(child);
        size_t after = number(search);
        aucat_tag_add(catalog, "urn:aucat:test:in-place-broken", "Warm", NULL);
        printf("%zu %d %zu %zu\\n", before, status, after, number(search));
        aucat_changes_free(changes);
        int ends[2];
        char byte;
        if (pipe(ends)) return 1;
        child = fork();
        if (child == 0) {
          close(ends[1]);
          size_t own = number(search);
          if (read(ends[0], &byte, 1) < 0) _exit(1);
          if (!aucat_tag_add(catalog, "urn:aucat:test:other", "Warm", NULL)) _exit(2);
          _exit(own == 2 && number(search) == 2 ? 0 : 3);
        }
        aucat_search_free(search);
        aucat_close(catalog);
        close(ends[1]);
        status = ended(child);
        catalog = aucat_open(NULL, NULL);
        aucat_strings *tags = aucat_tags(catalog, "urn:aucat:test:other", NULL);
        printf("%d %s\\n", status, aucat_strings_at(tags, 0));
        aucat_strings_free(tags);
        aucat_close(catalog);
        return 0;
      }
      """
    try folder.expectRuns(program, prints: "0 0 1 2\n0 Warm\n")
  }

  /// A program that opens, queries and closes as often as its first argument says, and keeps a list of each round if it
  /// has a second one. It prints how many components it has found, and by how many bytes its memory has grown since
  /// round 100, by when all caches are full.
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
      try demand(run.status == 0 && numbers.count == 2 && numbers[0] == 800, "\(run)")
      return numbers[1]
    }
    // Less than 8 bytes a round. A cache may still grow after round 100, however many rounds there are.
    try verify(growth(["400"]) < 300 * 8)
    try verify(growth(["400", "leak"]) > 300 * 64, "a list that is kept in each round")
  }

  @Test("opening, querying and closing again and again neither leaks nor touches memory that is not its own")
  func memory() throws {
    let valgrind = try Compiler.path("valgrind")
    // Valgrind can't read the debugging information of this compiler.
    let strip = Child.run(
      try Compiler.path("strip"), ["-o", folder("libaucat-c.so"), Child.products + "/libaucat-c.so"],
      environment: Compiler.environment)
    try demand(strip.status == 0, "\(strip.errors)")
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
    verify(Child.run(path, ["4"], environment: folder.account).text, equals: "8 0\n")
    let run = Child.run(
      valgrind,
      [
        "-q", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
        "--error-exitcode=99", path, "4",
      ],
      environment: folder.account)
    verify(run.status == 0 && run.text == "8 0\n", "\(run.text) \(run.errors.prefix(4_000))")
  }
}
