/// The result of scanning one bundle.
package struct BundleReport: Hashable, Sendable {
  /// A plugin that is kept away from hosts while the rest of its bundle is not.
  package struct Rejection: Hashable, Sendable {
    /// The URI of the plugin.
    package var uri: String
    /// Why it is kept away.
    package var problem: PluginProblem

    /// A plugin with what is wrong with it.
    package init(uri: String, problem: PluginProblem) {
      self.uri = uri
      self.problem = problem
    }

    /// The verdict on the plugin.
    package var verdict: Verdict { problem.verdict }
    /// The reason for the verdict, in one sentence. May hold text from a file: escape it for a terminal.
    package var reason: String { problem.description }
  }

  /// Canonical path of the bundle's directory.
  package var path: String
  /// The fingerprint of its files before it was read.
  package var fingerprint: Fingerprint
  /// Hash of its Turtle files; nil if they could not be hashed.
  package var content: UInt64?
  /// Whether only the fingerprint has changed, so that the catalog is still right.
  package var isSameContent = false
  /// Why the bundle as a whole could not be read; nil if it could.
  package var problem: BundleProblem?
  /// The outside reason why it could not be read; nil if there is none. If there is one, the bundle gets no verdict,
  /// and the next scan tries again.
  package var interruption: ScanInterruption?
  /// The plugins that are kept away from hosts, although the bundle as a whole is not.
  package var rejections: [Rejection] = []
  /// The omissions and their reasons.
  package var remarks: [ScanRemark] = []

  /// A report about a bundle that could be read.
  package init(path: String, fingerprint: Fingerprint) {
    self.path = path
    self.fingerprint = fingerprint
  }

  /// The verdict on the bundle.
  package var verdict: Verdict { problem?.verdict ?? .scanned }
  /// The reason for the verdict, in one sentence; empty for ``Verdict/scanned``. May hold text from a file: escape it
  /// for a terminal.
  package var reason: String { problem?.description ?? "" }
}

/// The catalog's facts about a bundle that decide whether to read it again.
package struct KnownBundle: Hashable, Sendable {
  /// The bundle's canonical path.
  package var path: String
  /// The fingerprint when the bundle was read; nil if reading has not finished.
  package var fingerprint: Fingerprint?
  /// Hash of its Turtle files.
  package var content: UInt64?
  /// The version of the scanner that read it.
  package var scanner: Int
  /// Canonical paths of the roots that lead to it.
  package var roots: Set<String>
  /// Whether scans were kept from reading it and it is time for the next try.
  package var isDue = false

  package init(path: String, fingerprint: Fingerprint?, content: UInt64?, scanner: Int, roots: Set<String>) {
    self.path = path
    self.fingerprint = fingerprint
    self.content = content
    self.scanner = scanner
    self.roots = roots
  }
}

/// A directory of the search path as the last scan found it, so that a later look can tell whether something was added to it,
/// removed from it or replaced in it.
package struct KnownDirectory: Hashable, Sendable {
  /// The directory as the search path names it.
  package var path: String
  /// Its canonical path, by which the catalog knows its bundles.
  package var root: String
  /// The folders that were looked at, with their stamps, as `FolderStamps` encodes them.
  package var folders: [UInt8]
  /// When the directory last gave no answer, in seconds since the beginning of 1970; nil if it did.
  package var silentSince: Int?

  /// A directory that answered.
  package init(path: String, root: String, folders: [UInt8]) {
    self.path = path
    self.root = root
    self.folders = folders
  }
}

/// Two hashes of the `stat` data of a bundle's files: every entry's name, size, modification and change time, inode
/// and mode. Fingerprints differ if any of it differs, regardless of the order of entries in the directory.
package struct Fingerprint: Hashable, Sendable {
  /// The hash for the Turtle files.
  package var turtle: UInt64
  /// The hash for all other entries.
  package var other: UInt64

  /// A fingerprint from its numbers.
  package init(turtle: UInt64, other: UInt64) {
    self.turtle = turtle
    self.other = other
  }
}
