/// A directory of the XDG Base Directory Specification.
package enum BaseDirectory {
  case cache, configuration, data, state

  /// The variable that names it.
  package var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// Its place in the home directory, which applies if the variable names none.
  private var folder: String {
    switch self {
    case .cache: ".cache"
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  /// Its absolute path, with the variable that decides it; nil if there is no home directory either.
  package func path(_ environment: [String: String]) -> (path: String, variable: String)? {
    // The specification ignores relative values.
    if let path = environment[variable], LexicalPath.isAbsolute(path) { return (path, variable) }
    return Self.home(environment).map { ($0 + "/" + folder, "HOME") }
  }

  /// The home directory; nil if it has no absolute path.
  package static func home(_ environment: [String: String]) -> String? {
    environment["HOME"].flatMap { LexicalPath.isAbsolute($0) ? $0 : nil }
  }
}
