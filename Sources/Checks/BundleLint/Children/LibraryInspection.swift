internal import ComponentValidation
internal import ComponentModel
internal import Linux
internal import ChainHosting

/// Loads a plugin library in a process that the library may crash, and reports what it says about itself.
enum LibraryInspection {
  /// The maximum number of plugins of one library.
  private static let plugins: UInt32 = 10_000

  /// Loads a library, lists its plugins and their extensions as JSON Lines on standard output, and exits. Whatever else
  /// is printed goes to standard error.
  ///
  /// The keys: `step`, what comes next; `failure`, why it can't be loaded; `entry`, whether it has LV2's entry point;
  /// `plugin` and `extensions`, a plugin's URI and which of the given extensions it has; `printed`; `done`.
  ///
  /// - Parameters:
  ///   - bundle: path of the bundle, with a final slash.
  ///   - extensions: URIs to ask each plugin for.
  static func run(binary: String, bundle: String, extensions: [String], seconds: Int) -> Never {
    Supervisor.begin()
    var lines = JSONLinesOutput()
    CurrentProcess.setAlarm(seconds: seconds)
    CurrentProcess.limit(.coreSize, to: 0)
    let start = BorrowedDescriptor.standardError.position ?? 0
    lines.tell(("step", InspectionStep.loading.json))
    let library: PluginLibrary
    do throws(PluginLibrary.LoadingError) { library = try PluginLibrary(binary) } catch {
      lines.tell(("failure", .string(error.reason)), ("done", .bool(true)))
      CurrentProcess.endAtOnce(status: 0)
    }
    let list = library.plugins(in: bundle, willOpen: { lines.tell(("step", InspectionStep.opening.json)) })
    lines.tell(("entry", .bool(list != nil)))
    var index: UInt32 = 0
    while let list, index < plugins {
      lines.tell(("step", InspectionStep.askingForPlugin(Int(index)).json))
      guard let plugin = list(index) else { break }
      lines.tell(("step", InspectionStep.askingForExtensions(plugin.uri).json))
      lines.tell(("plugin", .string(plugin.uri)), ("extensions", .strings(extensions.filter(plugin.hasExtension))))
      index += 1
    }
    CurrentProcess.flushStreams()
    if let end = BorrowedDescriptor.standardError.position, end > start { lines.tell(("printed", .bool(true))) }
    lines.tell(("done", .bool(true)))
    CurrentProcess.endAtOnce(status: 0)
  }
}
