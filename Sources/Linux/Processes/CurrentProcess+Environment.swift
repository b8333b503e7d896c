internal import CLinux
internal import Glibc

extension CurrentProcess {
  /// Sets a variable for the programs that it starts or becomes: `setenv(3)`. No other thread may read or change the environment
  /// meanwhile.
  package static func setVariable(_ name: String, to value: String) { setenv(name, value, 1) }

  /// The environment; what is not UTF-8 in it is replaced by U+FFFD. As with getenv(3), no other thread may change it meanwhile.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    variables.reserveCapacity(96)
    // A host may have cleared it.
    guard var entry = aucatEnvironment() else { return variables }
    // SAFETY: The environment is a list of texts, each ended by NUL, and itself ended by NULL. Each text is copied, and `name`
    // freed once.
    while let text = entry.pointee {
      // C strings instead of collections, because every command runs this at its start.
      if let equals = strchr(text, 0x3D), let name = strndup(text, equals - text) {
        variables[String(cString: name)] = String(cString: equals + 1)
        free(name)
      }
      entry += 1
    }
    return variables
  }
}
