import Foundation
import TestSupport
import Testing

/// Programs that use the library beside others: SQLite and lilv of their own, GTK.
@Suite(.part(.hosts), .enabled(if: Sanitizer.allowsForeignHosts, "the programs lack the sanitizer"))
struct NeighborTests {
  private let folder = HostFolder()

  /// Asks the catalog, uses SQLite, and asks again.
  private static let sqliteHost = """
    #define _GNU_SOURCE
    #include <aucat.h>
    #include <dlfcn.h>
    #include <sqlite3.h>
    #include <stdio.h>
    static size_t number(aucat_catalog *catalog) {
      size_t count = 99;
      aucat_search *search = aucat_prepare(catalog, "name contains[c] hall", NULL, 0, 0, NULL);
      aucat_search_count(search, &count, NULL);
      aucat_search_free(search);
      return count;
    }
    static int answer(sqlite3 *database) {
      sqlite3_stmt *statement = NULL;
      sqlite3_prepare_v2(database, "SELECT count(*) FROM t", -1, &statement, NULL);
      int count = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
      sqlite3_finalize(statement);
      return count;
    }
    int main(void) {
      sqlite3 *database = NULL;
      sqlite3_open(":memory:", &database);
      sqlite3_exec(database, "CREATE TABLE t (i); INSERT INTO t VALUES (1), (2), (3)", NULL, NULL, NULL);
      aucat_catalog *catalog = aucat_open(NULL, NULL);
      size_t before = number(catalog);
      int own = answer(database);
      aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL);
      sqlite3_close(database);
      size_t after = number(catalog);
      aucat_close(catalog);
      void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_NOLOAD);
      int isOwn = library && dlsym(library, "sqlite3_open_v2") != (void *)sqlite3_open_v2;
      printf("%zu %d %zu %s\\n", before, own, after, isOwn ? "two" : "one");
      return 0;
    }
    """

  @Test(
    "a host uses the system's SQLite, or one of its own, which the linker lends to every library",
    arguments: [(["-lsqlite3"], "one"), (["-l:libsqlite3.a", "-lm"], "two")])
  func sqlite(flags: [String], copies: String) throws {
    if flags.contains("-l:libsqlite3.a") { try Self.requireArchive("libsqlite3.a") }
    // Twice, because the first search scans.
    try folder.expectRuns(Self.sqliteHost, prints: "2 3 2 \(copies)\n", flags: flags, [[], []])
  }

  /// Cancels the test if the linker finds no such archive.
  private static func requireArchive(_ name: String) throws {
    let found = Child.run(try Compiler.path("cc"), ["-print-file-name=\(name)"], environment: Compiler.environment)
    guard found.lines.first?.contains("/") == true else {
      try Test.cancel("\(name) is not installed, so no host can have an SQLite of its own")
    }
  }

  /// Compares by Swedish rules, asks the catalog, and compares again.
  private static let icuHost = """
    #define _GNU_SOURCE
    #include <aucat.h>
    #include <dlfcn.h>
    #include <stdio.h>
    #include <unicode/ucol.h>
    #include <unicode/uvernum.h>
    #define TEXT(name) #name
    #define SHOWN(name) TEXT(name)
    static int order(UCollator *rules) {
      const UChar last[] = {0xF6, 0}, first[] = {'z', 0};
      return (int)ucol_strcoll(rules, last, -1, first, -1);
    }
    int main(void) {
      UErrorCode status = U_ZERO_ERROR;
      UCollator *rules = ucol_open("sv", &status);
      int before = order(rules);
      aucat_catalog *catalog = aucat_open(NULL, NULL);
      aucat_search *search = aucat_prepare(catalog, "name contains[cd] 'HÅLL'", NULL, 0, 0, NULL);
      aucat_components *found = aucat_search_components(search, SIZE_MAX, NULL);
      printf("%d %zu %d ", before, aucat_components_count(found), order(rules));
      aucat_components_free(found);
      aucat_search_free(search);
      aucat_close(catalog);
      UCollator *again = ucol_open("sv", &status);
      printf("%d %d ", order(again), (int)status);
      ucol_close(again);
      ucol_close(rules);
      void *library = dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_NOLOAD);
      void *other = library ? dlsym(library, SHOWN(ucol_open)) : NULL;
      puts(other && other != (void *)ucol_open ? "two" : "one");
      return 0;
    }
    """

  @Test(
    "a host uses the system's ICU, or one of its own, which the linker lends to every library",
    arguments: [
      (["-licui18n", "-licuuc"], "one"),
      (["-rdynamic", "-l:libicui18n.a", "-l:libicuuc.a", "-l:libicudata.a", "-lstdc++", "-lm"], "two"),
    ])
  func icu(flags: [String], copies: String) throws {
    guard access("/usr/include/unicode/ucol.h", R_OK) == 0 else { try Test.cancel("ICU's headers are not installed") }
    if copies == "two" { try Self.requireArchive("libicui18n.a") }
    try folder.expectRuns(Self.icuHost, prints: "1 2 1 1 0 \(copies)\n", flags: flags, [[], []])
  }

  @Test("RTLD_DEEPBIND keeps a host's own SQLite from the library")
  func deepBinding() throws {
    let part = try folder.build(
      Self.sqliteHost, to: "part.so", folder.buildFlags + ["-shared", "-fPIC", "-Dmain=part", "-lsqlite3"])
    // The host's SQLite is another one: it opens nothing.
    let program = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdio.h>
      #include <string.h>
      __attribute__((visibility("default"))) int sqlite3_open_v2(void) { return 1; }
      int main(int count, char **words) {
        void *library = dlopen(words[count - 1], RTLD_NOW | RTLD_DEEPBIND);
        int (*part)(void) = NULL;
        void *address = library ? dlsym(library, "part") : NULL;
        if (!address) return puts(dlerror()), 1;
        memcpy(&part, &address, sizeof part);
        return part();
      }
      """
    let host = try folder.build(program, to: "host", ["-rdynamic", "-ldl"])
    let run = Child.run(host, [part], environment: folder.account)
    verify(run.status == 0 && run.text == "2 3 2 one\n", "\(run)")
  }

  @Test("a host that scans with lilv itself sees the same before and after")
  func lilv() throws {
    let program = """
      #include <aucat.h>
      #include <lilv/lilv.h>
      #include <stdio.h>
      static unsigned plugins(LilvWorld *world) { return lilv_plugins_size(lilv_world_get_all_plugins(world)); }
      int main(void) {
        LilvWorld *world = lilv_world_new();
        lilv_world_load_all(world);
        unsigned before = plugins(world);
        aucat_catalog *catalog = aucat_open(NULL, NULL);
        size_t count = 99;
        aucat_search *search = aucat_prepare(catalog, "type == Effect", NULL, 0, 0, NULL);
        aucat_search_count(search, &count, NULL);
        const LilvPlugin *first = lilv_plugins_get(
          lilv_world_get_all_plugins(world), lilv_plugins_begin(lilv_world_get_all_plugins(world)));
        LilvNode *name = lilv_plugin_get_name(first);
        aucat_search_free(search);
        aucat_close(catalog);
        printf("%u %zu %.4s ", before, count, lilv_node_as_string(name));
        lilv_node_free(name);
        lilv_world_free(world);
        world = lilv_world_new();
        lilv_world_load_all(world);
        printf("%u\\n", plugins(world));
        lilv_world_free(world);
        return 0;
      }
      """
    let flags = Child.run("/usr/bin/pkg-config", ["--cflags", "--libs", "lilv-0"], environment: Compiler.environment)
    try demand(flags.status == 0, "\(flags.errors)")
    // lilv's header is not C99 with all warnings.
    let words = flags.text.split(whereSeparator: \.isWhitespace).map { String($0).replacing("-I", with: "-isystem") }
    try folder.expectRuns(program, prints: "2 2 Hall 2\n", flags: words)
  }

  /// Without GTK's headers, because a build needs none of its packages.
  private static let gtkHost = """
    #include <aucat.h>
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    typedef int (*source_fn)(int, unsigned, void *);
    static void *gtk;
    static void (*quit)(void *);
    static void *loop;
    static aucat_changes *changes;
    static void (*symbol(const char *name))(void) {
      void (*function)(void) = NULL;
      void *address = dlsym(gtk, name);
      memcpy(&function, &address, sizeof function);
      return function;
    }
    static int changed(int descriptor, unsigned condition, void *context) {
      size_t count = 0;
      (void)descriptor, (void)condition, (void)context;
      if (!aucat_changes_read(changes, &count, NULL)) exit(3);
      for (size_t i = 0; i < count; i++) printf("%s\\n", aucat_changes_uri(changes, i));
      if (count) quit(loop);
      return 1;
    }
    static int tag(void *catalog) {
      if (!aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", NULL)) exit(4);
      return 0;
    }
    int main(void) {
      const char *names[] = {"libgtk-4.so.1", "libgtk-3.so.0", "libgtk-x11-2.0.so.0"};
      for (int i = 0; i < 3 && !gtk; i++) gtk = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
      if (!gtk) return 2;
      ((int (*)(int *, char ***))symbol("gtk_init_check"))(NULL, NULL);
      quit = (void (*)(void *))symbol("g_main_loop_quit");
      loop = ((void *(*)(void *, int))symbol("g_main_loop_new"))(NULL, 0);
      aucat_catalog *catalog = aucat_open(NULL, NULL);
      size_t found = 0;
      aucat_search *search = aucat_prepare(catalog, "reverb", NULL, 0, 0, NULL);
      aucat_search_count(search, &found, NULL);
      printf("%zu\\n", found);
      changes = aucat_follow(catalog, NULL, NULL);
      ((unsigned (*)(int, int, source_fn, void *))symbol("g_unix_fd_add"))(
        aucat_changes_descriptor(changes), 1, changed, NULL);
      ((unsigned (*)(unsigned, int (*)(void *), void *))symbol("g_timeout_add"))(50, tag, catalog);
      ((void (*)(void *))symbol("g_main_loop_run"))(loop);
      aucat_changes_free(changes);
      aucat_search_free(search);
      aucat_close(catalog);
      return 0;
    }
    """

  private static let hasGTK = ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].contains {
    folder in
    ["libgtk-4.so.1", "libgtk-3.so.0", "libgtk-x11-2.0.so.0"].contains { access("\(folder)/\($0)", R_OK) == 0 }
  }

  @Test("a host with GTK follows changes in its main loop", .enabled(if: hasGTK, "GTK is not installed"))
  func gtk() throws {
    try folder.expectRuns(
      Self.gtkHost, prints: "2\nurn:aucat:test:gain-stereo\n", flags: ["-ldl", "-Wno-cast-function-type"])
  }
}
