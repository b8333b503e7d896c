package import ComponentModel
internal import Linux

/// A bundle that a survey has found.
package struct SurveyedBundle: Hashable, Sendable {
  /// Canonical path of its directory, without a final slash.
  package var path: String
  /// Canonical paths of the roots that lead to it, in order.
  package var roots: [String]
  /// The fingerprint of its files.
  package var fingerprint = Fingerprint(turtle: 0, other: 0)
  /// The size of its Turtle, in bytes.
  package var turtleBytes = 0
  /// Whether every user of the machine may read all of it.
  package var isPublic = true
  /// Why it can't be read, found without opening a file.
  package var problem: BundleProblem?
  /// Why it can't be examined at the moment, which is not a verdict on the bundle.
  package var interruption: ScanInterruption?
  /// Whether it was examined; if not, its folders are as they were when it last was, and only path and roots are known.
  package var isExamined = true
  /// Whether its last change is so old that it has probably been copied completely.
  package var isSettled = true
  /// When something in it last changed; nil if that is unknown.
  let changed: FileStatus.Time?

  init(_ path: String, root: String, changed: FileStatus.Time? = nil) {
    self.path = path
    roots = [root]
    self.changed = changed ?? (try? FileStatus(path))?.changed
  }

  init(unexamined path: String, root: String) {
    self.path = path
    roots = [root]
    changed = nil
    isExamined = false
  }

  /// The bundle in a directory, wherever that is; nil if it has no `manifest.ttl`.
  ///
  /// - Parameter path: canonical path of the directory.
  package init?(at path: String) {
    guard let bundle = Self.examine(path, root: path).bundle else { return nil }
    self = bundle
  }

  /// The bundle, examined now; nil if it is none any longer.
  var examined: SurveyedBundle? {
    if isExamined { return self }
    var bundle = SurveyedBundle(at: path)
    bundle?.roots = roots
    return bundle
  }

  /// Examines a directory.
  ///
  /// - Returns: the bundle, nil without a `manifest.ttl`, which LV2 requires; and what changes with it.
  static func examine(_ path: String, root: String) -> (bundle: SurveyedBundle?, folders: [SurveyedDirectory.Folder]) {
    typealias Folder = SurveyedDirectory.Folder
    let manifest = "/manifest.ttl"
    do throws(SystemError) {
      // The directory is opened first, so that the kernel looks up each file in it, not along the whole path.
      let reader = try DirectoryReader(path)
      if let error = manifestError("manifest.ttl", in: reader.directory) {
        if error.isMissing { return (nil, [Folder(path: manifest, stamp: .missing)]) }
        let folders = ["", manifest].map { Folder(path: $0, stamp: FolderStamp(path + $0)) }
        return (SurveyedBundle(path, root: root).noting(error) { .unreadableManifest($0) }, folders)
      }
      let walk = try BundleWalk(reader)
      var bundle = SurveyedBundle(path, root: root, changed: walk.changed)
      bundle.fingerprint = walk.fingerprint
      bundle.turtleBytes = walk.turtleBytes
      bundle.isPublic = walk.isPublic
      bundle.problem = walk.problem ?? sizeProblem(walk.turtleBytes)
      let files = walk.files.map { Folder(path: $0.path, stamp: $0.stamp, isFile: true) }
      return (bundle, walk.folders.map { Folder(path: $0.path, stamp: $0.stamp) } + files)
    } catch {
      let folders = ["", manifest].map { Folder(path: $0, stamp: FolderStamp(path + $0)) }
      // The manifest's path may still show whether a directory that can't be listed is a bundle.
      let bundle = SurveyedBundle(path, root: root)
      guard let hidden = manifestError(path + manifest) else {
        return (bundle.noting(error) { .unreadableDirectory($0) }, folders)
      }
      if hidden.isMissing || !hidden.isTransient && !Path.isDirectory(path) {
        return (nil, [Folder(path: manifest, stamp: .missing)])
      }
      return (bundle.noting(hidden) { .unreadableManifest($0) }, folders)
    }
  }

  /// The bundle with an error, which is a verdict unless it is a temporary error of the machine.
  private func noting(_ error: SystemError, as verdict: (String) -> BundleProblem) -> Self {
    var bundle = self
    if error.isTransient {
      bundle.interruption = .system(error.phrase)
    } else {
      bundle.problem = verdict("\(error)")
    }
    return bundle
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
