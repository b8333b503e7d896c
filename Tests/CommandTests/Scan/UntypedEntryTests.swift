import TestSupport
import Testing

/// File systems that don't tell what an entry of a folder is (`DT_UNKNOWN`), as some on a network.
@Suite(.enabled(if: Machine.has("cc"), "no C compiler is installed"))
struct UntypedEntryTests {
  /// Takes the type off each entry that `readdir` returns.
  private static let library = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    struct dirent *readdir(DIR *stream) {
      struct dirent *(*original)(DIR *) = (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");
      struct dirent *entry = original(stream);
      if (entry) entry->d_type = DT_UNKNOWN;
      return entry;
    }
    struct dirent64 *readdir64(DIR *stream) {
      struct dirent64 *(*original)(DIR *) = (struct dirent64 * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir64");
      struct dirent64 *entry = original(stream);
      if (entry) entry->d_type = DT_UNKNOWN;
      return entry;
    }

    """

  @Test func bundlesAreFoundAndChangesNoticed() {
    let machine = Machine()
    machine.folder.write(Self.library, to: "untyped.c")
    #expect(machine.shell(#"cd "$folder" && cc -shared -fPIC -o untyped.so untyped.c -ldl"#).status == 0)
    let setting = ["LD_PRELOAD": machine.folder("untyped.so")]
    let scan = machine.aucat("scan", setting: setting)
    #expect(scan.status == 0 && !scan.text.hasPrefix("0 "), "\(scan.text) \(scan.errors)")
    let found = machine.aucat("search", "--all", "--json", setting: setting)
    #expect(found.errors == "")
    #expect(machine.aucat("scan").text.contains("nothing changed"), "types change nothing of what a bundle is")
    machine.folder.remove("lv2/hall.lv2")
    #expect(machine.aucat("scan", setting: setting).status == 0)
    #expect(machine.aucat("search", "uri == \"urn:test:hall\"", "--count").text == "0\n")
  }
}
