/// A problem with a plugin or bundle that does not quarantine it.
package enum ScanRemark: Hashable, Sendable, CustomStringConvertible {
  case missingName
  /// Two ports have this symbol.
  case repeatedSymbol(String)
  /// Its picture is left out.
  case unusablePicture(String, FileProblem)
  /// A file, relative to the bundle, is left out.
  case unusableFile(String, FileProblem)
  /// All presets are left out.
  case presetsLeftOut(WorkerFailure)
  case tag(TagRemark)
  /// A file, relative to the bundle, is not UTF-8.
  case repairedFile(String, SyntaxProblem)
  /// A preset's file, relative to the bundle, is not valid: what follows the mistake is left out.
  case invalidFile(String, SyntaxProblem)
  /// It has names in more languages than the limit.
  case tooManyNames(Int, limit: Int)
  /// This many parameters or presets, whose URIs have more bytes than the limit, are left out.
  case longURIs(of: String, Int, limit: Int)
  case tooManyRemarks(limit: Int)

  /// The omission and its reason, in one sentence. May contain text from a file: escape it for a terminal.
  package var description: String {
    switch self {
    case .missingName: "it has no name (doap:name)"
    case .repeatedSymbol(let symbol): "two ports have the symbol \(symbol)"
    case .unusablePicture(let path, let problem): "its picture \(path): \(problem)"
    case .unusableFile(let file, let problem): "\(file): \(problem)"
    case .presetsLeftOut(let failure): "the presets are left out: \(failure)"
    case .tag(let remark): remark.description
    case .repairedFile(let file, let problem):
      "\(file): \(problem); it is not UTF-8, and U+FFFD replaces invalid bytes"
    case .invalidFile(let file, let problem): "\(file): \(problem); what follows is left out"
    case .tooManyNames(let count, let limit): "it has \(count) names; the first \(limit) are read"
    case .longURIs(let what, let count, let limit):
      "\(count) \(what) with a URI of more than \(limit) bytes \(count == 1 ? "is" : "are") left out"
    case .tooManyRemarks(let limit): "there are more problems than these \(limit) remarks"
    }
  }
}
