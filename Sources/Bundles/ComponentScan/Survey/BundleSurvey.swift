package import ComponentModel
internal import Linux

/// The contents of a search path, found without opening a file.
package struct BundleSurvey: Sendable {
  /// One directory of the search path.
  package struct Root: Hashable, Sendable {
    /// Canonical path; the path as written if the directory is missing.
    package var path: String
    /// Whether all of it could be listed. A missing directory counts as an empty one.
    package var isReadable: Bool
    /// Why not all of it could be listed, as the operating system describes it; nil if it could.
    package var problem: String?
  }

  /// A bundle that was found.
  package struct Bundle: Hashable, Sendable {
    /// Canonical path of its directory, without a final slash.
    package var path: String
    /// Canonical paths of the roots that lead to it, in order.
    package var roots: [String]
    /// The fingerprint of its files.
    package var fingerprint: Fingerprint
    /// The size of its Turtle, in bytes.
    package var turtleBytes: Int
    /// Whether every user of the machine may read all of it.
    package var isPublic = true
    /// Why it can't be read, found without opening a file.
    package var problem: BundleProblem?
    /// Why it can't be examined at the moment, which is not a verdict on the bundle.
    package var interruption: ScanInterruption?
  }

  /// The directories of the path, in order.
  package private(set) var roots: [Root] = []
  /// The bundles, each canonical directory once, in the order of the path and then by name.
  package private(set) var bundles: [Bundle] = []
  private var positions: [String: Int] = [:]

  /// Existing directories that can't be read, with the reasons.
  package var unreadableDirectories: [String] {
    roots.compactMap { root in root.problem.map { "\(root.path): \($0)" } }
  }

  /// Surveys a search path.
  package init(_ searchPath: SearchPath) {
    for directory in searchPath.directories { add(root: directory) }
  }

  /// Leaves out the bundles that not every user of the machine may read.
  package mutating func removePrivateBundles() {
    bundles.removeAll { !$0.isPublic }
    positions = Dictionary(uniqueKeysWithValues: zip(bundles.map(\.path), bundles.indices))
  }

  /// The bundle in a directory, wherever that is; nil if it has no `manifest.ttl`.
  ///
  /// - Parameter path: canonical path of the directory.
  package static func bundle(at path: String) -> Bundle? { bundle(at: path, root: path) }

  private mutating func add(root directory: String) {
    let canonical = (try? Path.canonical(directory)) ?? directory
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
    for entry in entries.sorted(by: { $0.name < $1.name }) {
      let path = canonical + (canonical == "/" ? "" : "/") + entry.name
      add(bundle: path, root: canonical, isCanonical: entry.kind == .directory && entry.isNameExact)
    }
  }

  /// - Parameter isCanonical: whether no part of the path is a link, as most bundles' directory entries show.
  private mutating func add(bundle path: String, root: String, isCanonical: Bool) {
    let canonical: String
    do throws(SystemError) {
      canonical = isCanonical ? path : try Path.canonical(path)
    } catch {
      // The link's target is unknown, so no bundle of this root can be reported as gone.
      if error.isTransient { return noteIncompleteRoot("\(path): \(error)") }
      // A `String` can't hold a name that is not UTF-8: the path is wrong, and the bundle would silently disappear.
      guard path.unicodeScalars.contains("\u{FFFD}"), positions.updateValue(bundles.count, forKey: path) == nil else {
        return
      }
      var bundle = Bundle(path: path, roots: [root], fingerprint: Fingerprint(turtle: 0, other: 0), turtleBytes: 0)
      bundle.problem = .unreadableName
      bundles.append(bundle)
      return
    }
    if let position = positions[canonical] {
      if !bundles[position].roots.contains(root) { bundles[position].roots.append(root) }
      return
    }
    guard let bundle = Self.bundle(at: canonical, root: root) else { return }
    positions[canonical] = bundles.count
    bundles.append(bundle)
  }

  private mutating func noteIncompleteRoot(_ problem: String) {
    roots[roots.count - 1].isReadable = false
    roots[roots.count - 1].problem = problem
  }

  /// The bundle in a directory; nil if it has no `manifest.ttl`, which LV2 requires.
  private static func bundle(at path: String, root: String) -> Bundle? {
    var bundle = Bundle(path: path, roots: [root], fingerprint: Fingerprint(turtle: 0, other: 0), turtleBytes: 0)
    do throws(SystemError) {
      // The directory is opened first, so that the kernel looks up each file in it, not along the whole path.
      let reader = try DirectoryReader(path)
      if let error = manifestError("manifest.ttl", in: reader.directory) {
        return error.isMissing ? nil : bundle.noting(error) { .unreadableManifest($0) }
      }
      let walk = try BundleWalk(reader)
      bundle.fingerprint = walk.fingerprint
      bundle.turtleBytes = walk.turtleBytes
      bundle.isPublic = walk.isPublic
      bundle.problem = walk.problem ?? sizeProblem(walk.turtleBytes)
      return bundle
    } catch {
      // The manifest's path may still show whether a directory that can't be listed is a bundle.
      guard let hidden = manifestError(path + "/manifest.ttl") else {
        return bundle.noting(error) { .unreadableDirectory($0) }
      }
      if hidden.isMissing || !hidden.isTransient && !Path.isDirectory(path) { return nil }
      return bundle.noting(hidden) { .unreadableManifest($0) }
    }
  }

  /// Why the status of a manifest is unknown; nil if it is known.
  private static func manifestError(_ path: String, in directory: BorrowedDescriptor? = nil) -> SystemError? {
    do throws(SystemError) {
      _ = try FileStatus(path, in: directory)
      return nil
    } catch {
      return error
    }
  }

  private static func sizeProblem(_ bytes: Int) -> BundleProblem? {
    guard bytes > ScanLimits.bundleTurtle else { return nil }
    return .tooMuchTurtle(bytes >> 20, limit: ScanLimits.bundleTurtle >> 20)
  }
}

extension BundleSurvey.Bundle {
  /// The bundle with an error, which is a verdict unless it is a temporary error of the machine.
  fileprivate func noting(_ error: SystemError, as verdict: (String) -> BundleProblem) -> Self {
    var bundle = self
    if error.isTransient {
      bundle.interruption = .system(error.phrase)
    } else {
      bundle.problem = verdict("\(error)")
    }
    return bundle
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
