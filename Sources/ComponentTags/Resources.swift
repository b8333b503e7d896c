internal import ICU

/// The resource bundles of a language and of English, as far as they are sound.
struct Resources {
  let texts: ResourceTexts?
  /// What is missing, why, and the remedy; nil if nothing is.
  let problem: String?

  /// - Parameters:
  ///   - language: the file name of the language; `en` for English alone.
  ///   - folder: the folder of the bundles; nil if there is none.
  init(of language: String, in folder: String?) {
    guard let folder else {
      texts = nil
      problem =
        language == "en" ? nil : "the folder of resource bundles is missing, so names are in English; \(Self.remedy)"
      return
    }
    let own = language == "en" ? nil : ResourceFile(language, in: folder)
    let root = ResourceFile("root", in: folder)
    let ownProblem = own.flatMap { Self.problem($0, effect: "so names are in English") }
    let rootProblem = Self.problem(root, effect: "so some English texts are missing")
    texts = ResourceTexts(
      folder: folder, language: ownProblem == nil ? own?.name : nil, hasRoot: rootProblem == nil)
    // A host may have been installed without any bundles; English needs none.
    let isAbsent = own == nil && !root.exists
    problem = isAbsent ? nil : ownProblem ?? rootProblem
  }

  private static let remedy = "install aucat again"

  private static func problem(_ file: ResourceFile, effect: String) -> String? {
    do throws(ResourceFile.Problem) {
      try file.check()
      return nil
    } catch {
      return "\(file.path): \(error.reason), \(effect); \(remedy)"
    }
  }
}
