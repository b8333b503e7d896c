internal import ComponentModel
internal import Glibc
internal import Linux
internal import RenderChain

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
    Supervisor.begin()
    var lines = JSONLinesOutput()
    alarm(UInt32(clamping: seconds))
    limitCore()
    let start = lseek(2, 0, SEEK_CUR)
    lines.tell(("step", .string("loading it")))
    let library: PluginLibrary
    do throws(PluginLibrary.LoadingError) { library = try PluginLibrary(binary) } catch {
      lines.tell(("failure", .string(error.reason)), ("done", .bool(true)))
      _exit(0)
    }
    let list = library.plugins(in: bundle, willOpen: { lines.tell(("step", .string("opening it"))) })
    lines.tell(("entry", .bool(list != nil)))
    var index: UInt32 = 0
    while let list, index < plugins {
      lines.tell(("step", .string("asking for its plugin \(index)")))
      guard let plugin = list(index) else { break }
      lines.tell(("step", .string("asking \(plugin.uri) for its extensions")))
      lines.tell(("plugin", .string(plugin.uri)), ("extensions", .strings(extensions.filter(plugin.hasExtension))))
      index += 1
    }
    fflush(nil)
    if lseek(2, 0, SEEK_CUR) > start { lines.tell(("printed", .bool(true))) }
    lines.tell(("done", .bool(true)))
    _exit(0)
  }

  private static func limitCore() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
