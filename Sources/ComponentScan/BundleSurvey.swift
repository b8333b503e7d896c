public import ComponentModel
internal import Glibc

/// What lies on a search path, found without opening a file.
public struct BundleSurvey: Sendable {
  /// One directory of the search path.
  public struct Root: Hashable, Sendable {
    /// Canonical path; the path as written where the directory is missing.
    public var path: String
    /// Whether it could be listed. A missing directory counts as an empty one.
    public var isReadable: Bool
    /// Why not, in the words of the operating system.
    public var problem: String?
  }

  /// One bundle.
  public struct Bundle: Hashable, Sendable {
    /// Canonical path of its directory, without a final slash.
    public var path: String
    /// Canonical paths of the roots that lead to it, in order.
    public var roots: [String]
    /// Of its files.
    public var fingerprint: Fingerprint
    /// How much Turtle it has, in bytes.
    public var turtleBytes: Int
    /// Why it can't be read, found without opening a file.
    public var problem: String?
  }

  /// The directories of the path, in order.
  public private(set) var roots: [Root] = []
  /// The bundles, each canonical directory once, in the order of the path and then by name.
  public private(set) var bundles: [Bundle] = []
  private var positions: [String: Int] = [:]

  /// Looks through a search path.
  public init(_ searchPath: SearchPath) {
    for directory in searchPath.directories { add(root: directory) }
  }

  /// The bundle in a directory, wherever that is; nil where it has no `manifest.ttl`.
  ///
  /// - Parameter path: canonical path of the directory.
  package static func bundle(at path: String) -> Bundle? { look(at: path, root: path) }

  private mutating func add(root directory: String) {
    let canonical = canonicalPath(directory) ?? directory
    guard !roots.contains(where: { $0.path == canonical }) else { return }
    let descriptor = open(canonical, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let names = directoryNames(closing: descriptor) else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      let problem = isMissing ? nil : String(cString: strerror(errno))
      roots.append(Root(path: canonical, isReadable: isMissing, problem: problem))
      return
    }
    roots.append(Root(path: canonical, isReadable: true))
    for name in names.sorted() { add(bundle: canonical + (canonical == "/" ? "" : "/") + name, root: canonical) }
  }

  private mutating func add(bundle path: String, root: String) {
    guard let canonical = canonicalPath(path) else {
      // A text holds no name that is not UTF-8: the path leads nowhere, and the bundle would be lost without a word.
      guard path.unicodeScalars.contains("\u{FFFD}"), positions.updateValue(bundles.count, forKey: path) == nil else {
        return
      }
      var bundle = Bundle(path: path, roots: [root], fingerprint: Fingerprint(turtle: 0, other: 0), turtleBytes: 0)
      bundle.problem = "the name of its directory is not UTF-8"
      bundles.append(bundle)
      return
    }
    if let position = positions[canonical] {
      if !bundles[position].roots.contains(root) { bundles[position].roots.append(root) }
      return
    }
    guard let bundle = Self.look(at: canonical, root: root) else { return }
    positions[canonical] = bundles.count
    bundles.append(bundle)
  }

  /// nil where the directory is no bundle: LV2 says that a bundle has a `manifest.ttl`.
  private static func look(at path: String, root: String) -> Bundle? {
    var status = stat()
    guard stat(path, &status) == 0, status.isDirectory else { return nil }
    var bundle = Bundle(path: path, roots: [root], fingerprint: Fingerprint(turtle: 0, other: 0), turtleBytes: 0)
    let manifest = path + "/manifest.ttl"
    guard stat(manifest, &status) == 0 else {
      guard errno != ENOENT && errno != ENOTDIR else { return nil }
      bundle.problem = "manifest.ttl can't be read: \(String(cString: strerror(errno)))"
      return bundle
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      bundle.problem = "the directory can't be read: \(String(cString: strerror(errno)))"
      return bundle
    }
    let walk = BundleWalk(closing: descriptor)
    bundle.fingerprint = walk.fingerprint
    bundle.turtleBytes = walk.turtleBytes
    bundle.problem = walk.problem ?? sizeProblem(walk.turtleBytes)
    return bundle
  }

  private static func sizeProblem(_ bytes: Int) -> String? {
    guard bytes > ScanLimits.bundleTurtle else { return nil }
    return "it has \(bytes >> 20) MiB of Turtle; at most \(ScanLimits.bundleTurtle >> 20) MiB are read"
  }
}

/// `realpath(3)`, or nil where the path leads nowhere or round in a circle.
func canonicalPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

private func directoryNames(closing descriptor: Int32) -> [String]? {
  guard let directory = fdopendir(descriptor) else {
    close(descriptor)
    return nil
  }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let kind = Int32(entry.pointee.d_type)
    guard kind == Int32(DT_DIR) || kind == Int32(DT_LNK) || kind == Int32(DT_UNKNOWN) else { continue }
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
