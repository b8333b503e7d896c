internal import CLinux

extension CurrentProcess {
  /// The words of the command line, the program's name first; nil for each that is not UTF-8.
  ///
  /// They come from the dynamic loader. `CommandLine.arguments` looks for them in `/proc`, or in front of the environment, and
  /// has none where `/proc` is missing, or where a library has moved the environment.
  package static var arguments: [String?] {
    var count: Int32 = 0
    guard let words = aucatArguments(&count) else { return CommandLine.arguments }
    // SAFETY: the loader gives as many words as it says, each of which ends with a null byte.
    return (0..<Int(count)).map { index in words[index].flatMap { String(validatingCString: $0) } }
  }
}
