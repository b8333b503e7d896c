internal import AudioComponents

/// Tags of components that are not installed.
enum OrphanTagCheck: Check {
  static let name = "waiting tags"

  static func findings(_ checkup: Checkup) throws -> [Finding] {
    guard checkup.components != nil, checkup.userStore?.state == .sound else { return [] }
    let orphans = try checkup.manager.orphanTags()
    guard !orphans.isEmpty else { return [] }
    let components = Set(orphans.flatMap(\.uris)).count
    let tags = Count.text(orphans.count, "tag waits", plural: "tags wait")
    return [
      .note(
        nil,
        "\(tags) for \(components == 1 ? "a component that is" : "\(components) components that are") not installed",
        remedy: "`aucat tags --orphans` lists them; they come back with their component")
    ]
  }
}
