internal import CLV2Host
internal import ComponentModel
internal import Glibc
internal import Linux

/// What a plugin library says of itself when it is loaded, told line by line by a process that it may end.
enum LibraryInspection {
  /// Most plugins of one library.
  private static let plugins: UInt32 = 10_000

  /// Loads a library, asks for its plugins and their extensions, and ends the process. What it finds goes to standard
  /// output, an object of JSON a line; what anything prints goes to standard error.
  ///
  /// The keys: `step`, what is done next; `failure`, why it can't be loaded; `entry`, whether it has LV2's function;
  /// `plugin` and `extensions`, a plugin's URI and those of its extensions that were asked for; `printed`; `done`.
  ///
  /// - Parameters:
  ///   - bundle: path of the bundle, with a final slash.
  ///   - extensions: URIs that each plugin is asked for.
  static func run(binary: String, bundle: String, extensions: [String], seconds: Int) -> Never {
    CurrentProcess.endWithParent()
    var lines = JSONLinesOutput()
    alarm(UInt32(clamping: seconds))
    limitCore()
    let start = lseek(2, 0, SEEK_CUR)
    lines.tell(("step", .string("loading it")))
    guard let library = dlopen(binary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      lines.tell(
        ("failure", .string(dlerror().map { String(cString: $0) } ?? "no reason was given")), ("done", .bool(true)))
      _exit(0)
    }
    let list = entry(library, bundle, say: { lines.tell(("step", .string($0))) })
    lines.tell(("entry", .bool(list != nil)))
    var index: UInt32 = 0
    while let list, index < plugins {
      lines.tell(("step", .string("asking for its plugin \(index)")))
      guard let descriptor = list(index), let name = descriptor.pointee.URI else { break }
      let uri = String(cString: name)
      lines.tell(("step", .string("asking \(uri) for its extensions")))
      let given = extensions.filter { descriptor.pointee.extension_data?($0) != nil }
      lines.tell(("plugin", .string(uri)), ("extensions", .strings(given)))
      index += 1
    }
    fflush(nil)
    if lseek(2, 0, SEEK_CUR) > start { lines.tell(("printed", .bool(true))) }
    lines.tell(("done", .bool(true)))
    _exit(0)
  }

  /// The function that gives the library's plugins by number; nil if it is no LV2 library.
  private static func entry(
    _ library: UnsafeMutableRawPointer, _ bundle: String, say: (String) -> Void
  ) -> ((UInt32) -> UnsafePointer<LV2_Descriptor>?)? {
    if let symbol = dlsym(library, "lv2_descriptor") {
      typealias List = @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?
      // SAFETY: LV2 gives the function of this name this type.
      let list = unsafeBitCast(symbol, to: List.self)
      return { list($0) }
    }
    guard let symbol = dlsym(library, "lv2_lib_descriptor") else { return nil }
    typealias Open =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<UnsafePointer<LV2_Feature>?>
      ) -> UnsafePointer<LV2_Lib_Descriptor>?
    say("opening it")
    let none: [UnsafePointer<LV2_Feature>?] = [nil]
    // SAFETY: as above.
    guard let opened = unsafeBitCast(symbol, to: Open.self)(bundle, none) else { return { _ in nil } }
    return { opened.pointee.get_plugin?(opened.pointee.handle, $0) }
  }

  private static func limitCore() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
