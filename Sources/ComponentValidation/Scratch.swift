internal import Linux

/// A folder for one component, and the environment in which it finds nothing of the user's.
struct Scratch {
  private let folder: TemporaryDirectory
  let environment: [String: String]

  var path: String { folder.path }

  /// - Parameter environment: of this process.
  init(_ environment: [String: String]) throws(SystemError) {
    folder = try TemporaryDirectory(prefix: "aucat-validation", in: environment["TMPDIR"], isTree: true)
    var own = environment.filter { Self.kept($0.key) }
    let standard = ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"].map { "XDG_" + $0 }
    for name in ["HOME", "TMPDIR"] + standard { own[name] = folder.path }
    // Some plugins open a display without need; Qt's offscreen platform can't fail.
    own["QT_QPA_PLATFORM"] = "offscreen"
    own[CurrentProcess.wholeMemoryVariable.name] = CurrentProcess.wholeMemoryVariable.value
    self.environment = own
  }

  /// What says where libraries are and which language is spoken, and what a sanitizer is told.
  private static func kept(_ name: String) -> Bool {
    ["PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH"].contains(name) || name.hasPrefix("LC_")
      || name.hasSuffix("SAN_OPTIONS")
  }
}
