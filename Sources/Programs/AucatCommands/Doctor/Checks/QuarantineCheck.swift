internal import AudioComponents
internal import Linux

/// Bundles and plugins that are kept away from hosts.
enum QuarantineCheck: Check {
  static let name = "quarantine"

  static func findings(_ checkup: Checkup) -> [Finding] {
    QuarantinedGroup.groups(of: checkup.catalog.quarantined).map { group in
      let bundle = group.first
      return .problem(
        group.count == 1 ? bundle.uri.map { "\($0) in \(bundle.path)" } ?? bundle.path : group.name,
        "kept away from hosts since \(bundle.since): \(bundle.reason) (\(bundle.verdict.rawValue))",
        remedy: remedy(group), fix: .scan)
    }
  }

  private static func remedy(_ group: QuarantinedGroup) -> String {
    if !isReadable(group.first.path) {
      return "give yourself permission to read it, then run `aucat scan --full`, or --fix"
    }
    let what = group.count == 1 ? "it" : "the bundle"
    return "update or remove \(what), then scan; `aucat lint` shows details for its author; --fix retries it"
  }

  /// Whether this user may read a bundle's directory and manifest, if they exist. Without its other files, a bundle
  /// only says less.
  private static func isReadable(_ bundle: String) -> Bool {
    [bundle, "\(bundle)/manifest.ttl"].allSatisfy { !Path.exists($0) || Path.isReadable($0) }
  }
}

/// Plugins that several bundles declare: hosts see the one with the highest version, else the first on the search path.
enum DuplicateCheck: Check {
  static let name = "duplicates"

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.catalog.duplicates.map { duplicate in
      let rivals = duplicate.rivals.map { rival in
        "\(rival.version) in \(rival.bundle)\(rival.isShown ? " (shown)" : " (shadowed)")"
      }
      return .note(
        duplicate.uri, "several bundles declare it: \(rivals.joined(separator: ", "))",
        remedy: "remove those that you don't want")
    }
  }
}

/// Bundles with a dynamic manifest, whose code other hosts run when they merely look for plugins; aucat never does.
enum DynamicManifestCheck: Check {
  static let name = "dynamic manifests"

  private static let longest = 1 << 20

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.manager.answeringDirectories.flatMap { directory in
      DirectoryReader.entries(of: directory).map(\.name).sorted().compactMap { finding("\(directory)/\($0)") }
    }
  }

  private static func finding(_ bundle: String) -> Finding? {
    guard hasDynamicManifest("\(bundle)/manifest.ttl") else { return nil }
    return .problem(
      bundle,
      "it has a dynamic manifest: lilv hosts run its code whenever they look for plugins, and a crash there kills them",
      remedy: "remove its package if other hosts crash when they start; aucat itself never runs that code")
  }

  /// Judges only by names: nothing else is parsed, and no code runs.
  private static func hasDynamicManifest(_ manifest: String) -> Bool {
    guard let file = try? FileDescriptor(manifest, for: .reading, options: .nonBlocking),
      (try? FileStatus(of: file))?.isRegular == true, let bytes = try? file.readAll(limit: longest)
    else { return false }
    return TurtleNames(bytes).contains(Namespace.dynamicManifest, "DynManifest")
  }
}
