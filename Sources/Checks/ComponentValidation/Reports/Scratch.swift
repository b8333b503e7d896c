package import Linux

/// A folder for a plugin that runs without the user's request, and an environment that hides the user's files from it.
package struct Scratch {
  /// Why there is no such folder.
  package struct Failure: Error, Hashable, Sendable {
    /// The directory in which it can't be created.
    package var directory: String
    /// The system's own error.
    package var error: SystemError
  }

  private let folder: TemporaryDirectory
  /// The whole environment for the plugin.
  package let environment: [String: String]

  /// The path of the folder.
  package var path: String { folder.path }

  /// - Parameters:
  ///   - purpose: the beginning of the folder's name.
  ///   - environment: of this process.
  package init(_ purpose: String, _ environment: [String: String]) throws(Failure) {
    let parent = Self.parent(environment)
    do throws(SystemError) {
      folder = try TemporaryDirectory(prefix: purpose, in: parent, isTree: true)
    } catch {
      throw Failure(directory: parent, error: error)
    }
    var own = environment.filter { Self.kept($0.key) }
    let standard = ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"].map { "XDG_" + $0 }
    for name in ["HOME", "TMPDIR"] + standard { own[name] = folder.path }
    // A plugin's behaviour must not depend on the user's language.
    for name in ["LANG", "LC_ALL"] { own[name] = "C.UTF-8" }
    // Some plugins open a display needlessly; Qt's offscreen platform can't fail.
    own["QT_QPA_PLATFORM"] = "offscreen"
    self.environment = own
  }

  /// Removes the folders of processes that were killed.
  ///
  /// - Parameters:
  ///   - purpose: the beginning of their names.
  ///   - environment: of this process.
  package static func removeAbandoned(_ purpose: String, _ environment: [String: String]) {
    TemporaryDirectory.removeAbandoned(prefix: purpose, in: parent(environment), isTree: true)
  }

  private static func parent(_ environment: [String: String]) -> String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// The variables that locate programs and libraries, and a sanitizer's options.
  private static func kept(_ name: String) -> Bool {
    ["PATH", "TZ", "LD_LIBRARY_PATH"].contains(name) || name.hasSuffix("SAN_OPTIONS")
  }
}
