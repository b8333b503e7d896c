internal import ArdourMetadata
internal import AudioComponents
internal import Linux

/// Files that interrupted commands have left behind.
enum LeftoverCheck: Check {
  static let name = "leftovers"

  static func findings(_ checkup: Checkup) -> [Finding] {
    let ofStore = checkup.userStore?.leftovers ?? []
    return ofStore.map { path in
      .problem(
        path, "an interrupted command left it behind", remedy: "the next change removes it; --fix does so now",
        fix: .openUserStore)
    }
      + files(checkup.manager).map { path in
        .problem(
          path, "a command that was killed left it behind", remedy: "delete it, or let --fix do so", fix: .remove(path))
      }
  }

  private static func files(_ manager: ComponentManager) -> [String] {
    let stores = [manager.catalogPath, manager.userStorePath, manager.resultsPath].compactMap(\.self)
    let folders = stores.map(Path.existingFolder(above:)) + ardourFolders(manager.configuration.environment)
    let directories = (["."] + folders).reduce(into: [String]()) { list, path in
      if !list.contains(path) { list.append(path) }
    }
    let temporary = manager.configuration.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    return Leftovers.paths(in: directories, temporary: [temporary, "/dev/shm"])
  }

  /// The directories that an export to Ardour writes to, with links resolved.
  private static func ardourFolders(_ environment: [String: String]) -> [String] {
    let folders = (try? ArdourFiles.folders(environment).paths) ?? []
    return folders.flatMap { folder in
      let places = ArdourMetadata.File.allCases.flatMap {
        ["\(folder)/plugin_metadata/\($0.rawValue)", "\(folder)/\($0.rawValue)"]
      }
      return places.map { Path.existingFolder(above: Path.followingLinks($0)) }
    }
  }
}
