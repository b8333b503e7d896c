internal import ComponentModel

/// A file that the bundle names and that can't be read.
enum FileUseProblem: Problem {
  /// Its path, relative to the bundle.
  case missing(String, FileProblem)
  case missingInterface(String, FileProblem)

  var rule: Rule {
    switch self {
    case .missing: .fileMissing
    case .missingInterface: .interfaceBinaryMissing
    }
  }

  var description: String {
    switch self {
    case .missing(let file, let problem): "\(file): \(problem), so programs skip what it says"
    case .missingInterface(let file, let problem):
      "the interface's binary \(file): \(problem), so hosts show no custom view"
    }
  }
}
