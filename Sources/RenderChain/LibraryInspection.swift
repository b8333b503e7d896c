internal import CLV2Host
internal import CProcess
internal import ComponentModel
internal import Glibc

/// What a plugin library says of itself when it is loaded, told line by line by a process that it may end.
package enum LibraryInspection {
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
  package static func run(binary: String, bundle: String, extensions: [String], seconds: Int) -> Never {
    aucatEndWithParent()
    let output = dup(1)
    dup2(2, 1)
    alarm(UInt32(clamping: seconds))
    limitCore()
    let start = lseek(2, 0, SEEK_CUR)
    func say(_ members: (key: String, value: JSON)...) { tell(.object(members), output) }
    say(("step", .string("loading it")))
    guard let library = dlopen(binary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      say(("failure", .string(dlerror().map { String(cString: $0) } ?? "no reason was given")), ("done", .bool(true)))
      _exit(0)
    }
    let list = entry(library, bundle, say: { say(("step", .string($0))) })
    say(("entry", .bool(list != nil)))
    var index: UInt32 = 0
    while let list, index < plugins {
      say(("step", .string("asking for its plugin \(index)")))
      guard let descriptor = list(index), let name = descriptor.pointee.URI else { break }
      let uri = String(cString: name)
      say(("step", .string("asking \(uri) for its extensions")))
      let given = extensions.filter { descriptor.pointee.extension_data?($0) != nil }
      say(("plugin", .string(uri)), ("extensions", .strings(given)))
      index += 1
    }
    fflush(nil)
    if lseek(2, 0, SEEK_CUR) > start { say(("printed", .bool(true))) }
    say(("done", .bool(true)))
    _exit(0)
  }

  /// The function that gives the library's plugins by number; nil where it is no LV2 library.
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

  private static func tell(_ line: JSON, _ output: Int32) {
    let bytes = Array((line.encoded + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { _exit(1) }
      sent += count
    }
  }
}
