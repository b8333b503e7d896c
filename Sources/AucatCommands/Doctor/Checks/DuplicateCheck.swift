internal import AudioComponents

/// Plugins that several bundles declare: hosts see the one with the highest version, else the first on the search path.
enum DuplicateCheck: Check {
  static let name = "duplicates"

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.catalog.duplicates.map { duplicate in
      let rivals = duplicate.rivals.map { rival in
        "\(rival.version) in \(rival.bundle)\(rival.isShown ? " (shown)" : " (shadowed)")"
      }
      return .note(
        duplicate.uri, "several bundles have it: \(rivals.joined(separator: ", "))",
        remedy: "remove those that you don't want")
    }
  }
}
