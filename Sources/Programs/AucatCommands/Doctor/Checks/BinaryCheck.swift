internal import AudioComponents

/// Binaries of plugins that can't be loaded, because the machine lacks what they need. None is loaded to find out.
enum BinaryCheck: Check {
  static let name = "binaries"

  static func findings(_ checkup: Checkup) -> [Finding] {
    guard let finder = LibraryFinder(environment: checkup.configuration.environment) else { return [] }
    let check = LoadingCheck(finder)
    return checkup.catalog.binaries.compactMap { binary in
      check.obstacle(to: binary.path).map { obstacle in
        .problem(binary.path, text(list(binary.names), obstacle), remedy: remedy(obstacle))
      }
    }
  }

  private static func text(_ names: String, _ obstacle: LoadingCheck.Obstacle) -> String {
    // A host may have such symbols itself: Ardour loads the library for Fourier transforms.
    if case .symbols = obstacle {
      return "hosts can't load it unless they have what it lacks, so most can't use \(names): \(obstacle)"
    }
    return "no host can load it, so \(names) can't be used: \(obstacle)"
  }

  private static func remedy(_ obstacle: LoadingCheck.Obstacle) -> String {
    let ofPackage = "update or remove the package that it is from, or report this to its author"
    if case .library = obstacle { return "install the package that has this library, or \(ofPackage)" }
    return ofPackage
  }

  private static func list(_ names: [String]) -> String {
    let rest = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(Count.text(rest, "other plugin"))" : "")
  }
}
