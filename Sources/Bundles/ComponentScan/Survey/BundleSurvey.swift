package import ComponentModel
package import Linux

/// The contents of a search path, found without opening a file.
package struct BundleSurvey: Sendable {
  /// One directory of the search path.
  package struct Root: Hashable, Sendable {
    /// Canonical path; the path as written if the directory is missing.
    package var path: String
    /// Whether all of it could be listed. A missing directory counts as an empty one.
    package var isReadable: Bool
    /// Whether it gives no answer, so that nobody should ask it again.
    package var isSilent = false
    /// Why not all of it could be listed, as the operating system describes it; nil if it could.
    package var problem: String?
  }

  /// The directories of the path, in order.
  package private(set) var roots: [Root] = []
  /// The bundles, each canonical directory once, in the order of the path and then by name.
  package private(set) var bundles: [SurveyedBundle] = []
  /// The folders to look at later, for each directory of the path that has answered.
  package private(set) var directories: [SurveyedDirectory] = []
  private var positions: [String: Int] = [:]
  private var folders: [String: [SurveyedDirectory.Folder]] = [:]
  private let options: SurveyOptions
  private let start = SystemClock.now

  /// Existing directories that can't be read, with the reasons.
  package var unreadableDirectories: [String] {
    roots.compactMap { root in root.problem.map { "\(root.path): \($0)" } }
  }

  /// Surveys a search path.
  package init(_ searchPath: SearchPath, _ options: SurveyOptions = SurveyOptions()) {
    self.options = options
    for directory in searchPath.directories { add(root: directory) }
  }

  /// Leaves out the bundles that not every user of the machine may read. Those who may read one examine it themselves.
  package mutating func removePrivateBundles() {
    let hidden = Set(bundles.filter { !$0.isPublic }.map(\.path))
    bundles.removeAll { hidden.contains($0.path) }
    positions = Dictionary(uniqueKeysWithValues: zip(bundles.map(\.path), bundles.indices))
    for index in directories.indices { directories[index].unsettle(hidden) }
  }

  private mutating func add(root directory: String) {
    options.progress.begin(directory)
    if let root = options.silent[directory] {
      if !roots.contains(where: { $0.path == root }) {
        roots.append(Root(path: root, isReadable: false, isSilent: true, problem: "it does not answer in time"))
      }
      return
    }
    let canonical = (try? Path.canonical(directory)) ?? directory
    // Taken before the entries are read, so that what is added meanwhile makes another stamp.
    let stamp = settledStamp(of: directory)
    directories.append(SurveyedDirectory(path: directory, root: canonical, folders: [.init(path: ".", stamp: stamp)]))
    guard !roots.contains(where: { $0.path == canonical }) else { return }
    let entries: [DirectoryEntry]
    do throws(SystemError) {
      entries = try bundleEntries(canonical)
    } catch {
      let problem = error.isMissing ? nil : error.description
      roots.append(Root(path: canonical, isReadable: error.isMissing, problem: problem))
      return
    }
    roots.append(Root(path: canonical, isReadable: true))
    let known = options.knownFolders(of: directory, root: canonical)
    for entry in entries.sorted(by: { $0.name < $1.name }) {
      add(entry, root: canonical, known: known[entry.name])
      options.progress.step()
    }
  }

  /// Adds an entry of a directory, which may be a bundle.
  ///
  /// - Parameter known: its folders as they were when it was last examined.
  private mutating func add(_ entry: DirectoryEntry, root: String, known: [SurveyedDirectory.Folder]?) {
    let prefix = root + (root == "/" ? "" : "/")
    let path = prefix + entry.name
    // No part of the path is a link, as most bundles' entries show.
    let isCanonical = entry.kind == .directory && entry.isNameExact
    let canonical: String
    do throws(SystemError) {
      canonical = isCanonical ? path : try Path.canonical(path)
    } catch {
      return addUnreachable(path, entry, root: root, because: error)
    }
    if let position = positions[canonical] {
      if !bundles[position].roots.contains(root) { bundles[position].roots.append(root) }
    } else if let known, known.allSatisfy({ FolderStamp(prefix + $0.path) == $0.stamp }) {
      folders[canonical] = known.map { .init(path: String($0.path.dropFirst(entry.name.count)), stamp: $0.stamp) }
      if known.first?.stamp != .missing { append(SurveyedBundle(unexamined: canonical, root: root)) }
    } else {
      examine(canonical, root: root)
    }
    note(folders[canonical] ?? [], as: entry.name, bundle: canonical)
  }

  private mutating func addUnreachable(
    _ path: String, _ entry: DirectoryEntry, root: String, because error: SystemError
  ) {
    // The link's target is unknown, so no bundle of this root can be reported as gone.
    if error.isTransient {
      roots[roots.count - 1].isReadable = false
      roots[roots.count - 1].problem = "\(path): \(error)"
      return note([.init(path: "", stamp: .unsettled)], as: entry.name, bundle: path)
    }
    // A `String` can't hold a name that is not UTF-8: the path is wrong, and the bundle would silently disappear.
    guard !entry.isNameExact else { return note([.init(path: "", stamp: .missing)], as: entry.name, bundle: path) }
    guard positions[path] == nil else { return }
    var bundle = SurveyedBundle(path, root: root)
    bundle.problem = .unreadableName
    append(bundle)
  }

  private mutating func examine(_ path: String, root: String) {
    let (bundle, found) = SurveyedBundle.examine(path, root: root)
    let settles = bundle?.changed.map(isSettled) ?? true
    folders[path] = found.map { folder in
      .init(path: folder.path, stamp: settles ? folder.stamp : .unsettled, isFile: folder.isFile)
    }
    guard var bundle else { return }
    bundle.isSettled = settles
    append(bundle)
  }

  private mutating func append(_ bundle: SurveyedBundle) {
    positions[bundle.path] = bundles.count
    bundles.append(bundle)
  }

  private mutating func note(_ folders: [SurveyedDirectory.Folder], as name: String, bundle: String) {
    directories[directories.count - 1].folders += folders.map {
      .init(path: name + $0.path, stamp: $0.stamp, bundle: bundle, isFile: $0.isFile)
    }
  }

  private func settledStamp(of directory: String) -> FolderStamp {
    guard let status = try? FileStatus(directory) else { return .missing }
    return isSettled(status.changed) ? FolderStamp(status) : .unsettled
  }

  /// Whether another change would show, because the clock has gone on since this one. A time far ahead is a clock's error.
  private func isSettled(_ changed: FileStatus.Time) -> Bool {
    let age = start.seconds(since: changed)
    return age >= options.settling || age < -3_600
  }
}

/// How a survey is done.
package struct SurveyOptions: Sendable {
  /// The directories as an earlier scan found them: bundles whose folders have not changed since are not examined again.
  package var known: [KnownDirectory] = []
  /// Canonical paths of directories that don't answer and are left alone, by their paths as written.
  package var silent: [String: String] = [:]
  /// How long ago a folder must have changed for its stamp to count, in seconds: what is written within a tick of the clock,
  /// or while it is read, may leave the same times.
  package var settling = ScanLimits.settling
  /// Where the survey is.
  package var progress = SurveyProgress()

  /// A survey that examines everything.
  package init() {}

  fileprivate func knownFolders(of directory: String, root: String) -> [String: [SurveyedDirectory.Folder]] {
    guard let known = known.first(where: { $0.path == directory }), known.root == root else { return [:] }
    var folders: [String: [SurveyedDirectory.Folder]] = [:]
    for (path, stamp) in FolderStamps(stored: known.folders).all.dropFirst() {
      let name = String(path.prefix { $0 != "/" })
      folders[name, default: []].append(.init(path: path, stamp: stamp))
    }
    return folders
  }
}

/// A directory of the search path, with the folders whose changes tell that its bundles have changed.
package struct SurveyedDirectory: Sendable {
  /// A folder below the directory.
  package struct Folder: Hashable, Sendable {
    /// The path from the directory.
    package var path: String
    package var stamp: FolderStamp
    /// Canonical path of the bundle that it belongs to; nil for the directory itself.
    package var bundle: String?
    /// Whether it is a Turtle file. It counts only for bundles that could not be read: what repairs one may be an edit in place.
    var isFile = false
  }

  /// The directory as the search path names it.
  package var path: String
  /// Its canonical path.
  package var root: String
  /// The directory itself first, then each folder directly in it: if it is a bundle, with the folders in it that have Turtle;
  /// otherwise the manifest that it lacks.
  package fileprivate(set) var folders: [Folder]

  /// What a scan stores.
  ///
  /// - Parameters:
  ///   - unread: canonical paths of the bundles to try again.
  ///   - isBad: whether a bundle could not be read, by its canonical path.
  package func known(unread: Set<String> = [], isBad: (String) -> Bool) -> KnownDirectory {
    var stamps = FolderStamps()
    for folder in folders {
      if folder.isFile, let bundle = folder.bundle, !isBad(bundle) { continue }
      let isUnread = folder.bundle.map(unread.contains) ?? false
      stamps.add(folder.path, isUnread ? .unsettled : folder.stamp)
    }
    return KnownDirectory(path: path, root: root, folders: stamps.bytes)
  }

  fileprivate mutating func unsettle(_ bundles: Set<String>) {
    for index in folders.indices where folders[index].bundle.map(bundles.contains) == true {
      folders[index].stamp = .unsettled
    }
  }
}

/// The entries of a root that may be bundles.
private func bundleEntries(_ path: String) throws(SystemError) -> [DirectoryEntry] {
  var entries: [DirectoryEntry] = []
  var reader = try DirectoryReader(path)
  while let entry = try reader.next() {
    guard [.directory, .symbolicLink, .unknown].contains(entry.kind), !entry.name.hasPrefix(".") else { continue }
    entries.append(entry)
  }
  return entries
}
