internal import ICU

/// The resource bundle of a language, if it is sound; none for English.
struct Resources {
  let texts: ResourceTexts?
  /// What is missing, why, and the remedy; nil if nothing is.
  let problem: String?

  /// - Parameters:
  ///   - language: the file name of the language; `en` for English.
  ///   - folder: the folder of the bundles; nil if there is none.
  init(of language: String, in folder: String?) {
    guard language != "en" else {
      (texts, problem) = (nil, nil)
      return
    }
    guard let folder else {
      texts = nil
      problem = "the folder of resource bundles is missing, so names are in English; \(Self.remedy)"
      return
    }
    problem = Self.problem(ResourceFile(language, in: folder))
    texts = problem == nil ? ResourceTexts(folder: folder, language: language) : nil
  }

  private static let remedy = "install aucat again"

  private static func problem(_ file: ResourceFile) -> String? {
    do throws(ResourceFile.Problem) {
      try file.check()
      return nil
    } catch {
      return "\(file.path): \(error.reason), so names are in English; \(remedy)"
    }
  }
}
