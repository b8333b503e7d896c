internal import Linux

/// A folder for one component, and the environment in which it finds nothing of the user's.
struct Scratch {
  private let folder: TemporaryDirectory
  let environment: [String: String]

  var path: String { folder.path }

  private static let prefix = TemporaryDirectory.validationPrefix

  /// - Parameter environment: of this process.
  init(_ environment: [String: String]) throws(Validator.Failure) {
    let parent = Self.parent(environment)
    do throws(SystemError) {
      folder = try TemporaryDirectory(prefix: Self.prefix, in: parent, isTree: true)
    } catch {
      throw .noFolder(parent, error)
    }
    var own = environment.filter { Self.kept($0.key) }
    let standard = ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"].map { "XDG_" + $0 }
    for name in ["HOME", "TMPDIR"] + standard { own[name] = folder.path }
    // Whether a plugin changes the locale must not depend on the user's.
    for name in ["LANG", "LC_ALL"] { own[name] = "C.UTF-8" }
    // Some plugins open a display without need; Qt's offscreen platform can't fail.
    own["QT_QPA_PLATFORM"] = "offscreen"
    own[CurrentProcess.wholeMemoryVariable.name] = CurrentProcess.wholeMemoryVariable.value
    self.environment = own
  }

  /// Removes the folders of validations that were killed.
  ///
  /// - Parameter environment: of this process.
  static func removeAbandoned(_ environment: [String: String]) {
    TemporaryDirectory.removeAbandoned(prefix: prefix, in: parent(environment), isTree: true)
  }

  private static func parent(_ environment: [String: String]) -> String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// What says where programs and libraries are, and what a sanitizer is told.
  private static func kept(_ name: String) -> Bool {
    ["PATH", "TZ", "LD_LIBRARY_PATH"].contains(name) || name.hasSuffix("SAN_OPTIONS")
  }
}
