import Glibc

/// What happens to bundles while a program uses the catalog.
public enum InstallationEvent: String, CaseIterable, Sendable {
  case added, removed, replaced, renamed, linked, linkedElsewhere, moved, presetAdded, permissionsTaken, folderCreated
  /// Changes no folder, so that only scans find it.
  case editedInPlace

  /// The bundles that an answer must count before and after the event: the folder, the URI and the name.
  public var expected: (before: [String], after: [String]) {
    let (alpha, keep) = ("a.lv2 urn:a Alpha", "keep.lv2 urn:keep Keep")
    return switch self {
    case .added: ([alpha, keep], [alpha, "b.lv2 urn:b Beta", keep])
    case .removed: ([alpha, keep], [keep])
    case .replaced: ([alpha, keep], ["a.lv2 urn:a Other", keep])
    case .renamed: ([alpha, keep], ["c.lv2 urn:a Alpha", keep])
    case .linked: ([alpha, keep], [alpha, keep, "linked.lv2 urn:linked Linked"])
    case .linkedElsewhere: ([alpha, keep, "old.lv2 urn:linked Old"], [alpha, keep, "new.lv2 urn:linked New"])
    case .moved: ([alpha, keep], [alpha, keep])
    // Root reads what it may not.
    case .permissionsTaken: ([alpha, keep], geteuid() == 0 ? [alpha, keep] : [keep])
    case .presetAdded, .editedInPlace: ([alpha, keep], [alpha, keep])
    case .folderCreated: ([alpha, keep], [alpha, keep, "later.lv2 urn:later Later"])
    }
  }

  /// Whether an answer tells that something was installed, removed or changed.
  public var isTold: Bool { ![.permissionsTaken, .editedInPlace].contains(self) }
}

/// A machine with bundles to which something happens.
public final class InstallationScene: Sendable {
  /// What happens to it.
  public let event: InstallationEvent
  /// What it is in.
  public let folder = TemporaryFolder()

  /// The search path: a folder with two bundles, and one that need not exist.
  public var path: String { "\(folder("lv2")):\(folder("more"))" }

  /// A machine before the event.
  public init(_ event: InstallationEvent) {
    self.event = event
    write("lv2/a.lv2", "urn:a", "Alpha")
    write("lv2/keep.lv2", "urn:keep", "Keep")
    switch event {
    case .replaced: write("elsewhere/a.lv2", "urn:a", "Other")
    case .linked: write("elsewhere/linked.lv2", "urn:linked", "Linked")
    case .linkedElsewhere:
      write("elsewhere/old.lv2", "urn:linked", "Old")
      write("elsewhere/new.lv2", "urn:linked", "New")
      symlink("../elsewhere/old.lv2", folder("lv2/l.lv2"))
    case .moved: mkdir(folder("more"), 0o755)
    case .presetAdded: folder.write("", to: "lv2/a.lv2/presets/none.ttl")
    default: break
    }
  }

  /// A scene for each event, whose folders have not changed for so long that their times can be relied on.
  public static func settled(
    _ events: [InstallationEvent] = InstallationEvent.allCases
  ) -> [InstallationScene] {
    let scenes = events.map(InstallationScene.init)
    usleep(2_100_000)
    return scenes
  }

  /// Lets the event happen.
  public func happen() {
    switch event {
    case .added: write("lv2/b.lv2", "urn:b", "Beta")
    case .removed: folder.remove("lv2/a.lv2")
    case .replaced: replace()
    case .renamed: rename(folder("lv2/a.lv2"), folder("lv2/c.lv2"))
    case .linked: symlink("../elsewhere/linked.lv2", folder("lv2/l.lv2"))
    case .linkedElsewhere:
      unlink(folder("lv2/l.lv2"))
      symlink("../elsewhere/new.lv2", folder("lv2/l.lv2"))
    case .moved: rename(folder("lv2/a.lv2"), folder("more/a.lv2"))
    case .presetAdded:
      folder.write(Self.preset, to: "next.ttl")
      rename(folder("next.ttl"), folder("lv2/a.lv2/presets/none.ttl"))
    case .permissionsTaken: chmod(folder("lv2/a.lv2"), 0)
    case .folderCreated: write("more/later.lv2", "urn:later", "Later")
    case .editedInPlace: write("lv2/a.lv2", "urn:a", "Edited")
    }
  }

  /// Another bundle in the place of one, with all its times.
  private func replace() {
    for file in ["/manifest.ttl", "/plugin.so", ""] {
      var status = stat()
      stat(folder("lv2/a.lv2\(file)"), &status)
      utimensat(AT_FDCWD, folder("elsewhere/a.lv2\(file)"), [status.st_atim, status.st_mtim], 0)
    }
    rename(folder("lv2/a.lv2"), folder("elsewhere/former.lv2"))
    rename(folder("elsewhere/a.lv2"), folder("lv2/a.lv2"))
  }

  private static let preset = """
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:preset> a pset:Preset ; rdfs:label "Bright" .
    """

  /// Writes a bundle with one plugin, and one preset in a folder of its own.
  public func write(_ bundle: String, _ uri: String, _ name: String) {
    folder.write(
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      <\(uri)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "\(name)" ;
        lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "out" ; lv2:name "Out" ] .
      <urn:preset> a pset:Preset ; lv2:appliesTo <\(uri)> ; rdfs:seeAlso <presets/none.ttl> .
      """, to: "\(bundle)/manifest.ttl")
    folder.write("", to: "\(bundle)/plugin.so")
  }

  deinit { chmod(folder("lv2/a.lv2"), 0o755) }
}
