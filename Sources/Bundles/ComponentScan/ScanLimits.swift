/// The limits of a scan, its bundles and its workers. Everything that a bundle can make large has a bound here.
package enum ScanLimits {
  /// Maximum size of a Turtle file, in bytes. The largest in Debian's packages is 4.5 MB.
  package static let fileSize = 32 << 20
  /// Maximum total size of the Turtle of one bundle, in bytes. The largest in Debian's packages has 36 MB.
  package static let bundleTurtle = 512 << 20
  /// Maximum number of plugins in one bundle.
  package static let plugins = 10_000
  /// Maximum number of ports of one plugin.
  package static let ports = 20_000
  /// Maximum number of presets in one bundle.
  package static let presets = 100_000
  /// Maximum number of values of a property that may have several, and of scale points of a port.
  package static let values = 4_096
  /// Maximum number of tags that a bundle declares for one plugin, and of remarks about them.
  package static let tags = 100
  /// Maximum number of languages in which an author's tag has names.
  package static let tagNames = 200
  /// Maximum total size of the names of a plugin's tags and their languages, in bytes.
  package static let tagBytes = 64 << 10
  /// Maximum length of a language tag (BCP 47), in bytes.
  package static let language = 35
  /// Maximum length of a name, symbol, label or URI, in UTF-8 bytes; longer ones are cut.
  package static let name = 2_048
  /// Maximum length of a comment, in UTF-8 bytes.
  package static let comment = 65_536
  /// Maximum number of languages in which a plugin has names.
  package static let names = 200
  /// Maximum number of remarks about one plugin, and about a bundle as a whole.
  package static let remarks = 100
  /// Maximum total size of the text of one plugin, in bytes. The largest of 679 plugins in Debian's packages has 77 kB.
  package static let pluginBytes = 8 << 20
  /// Maximum size of what lilv answers about a plugin, in bytes. The largest of 679 plugins has 110 kB.
  package static let lilvAnswers = 1 << 20
  /// Maximum total size of a bundle's plugins and presets, in bytes as a worker sends them.
  package static let bundleBytes = 64 << 20
  /// Maximum total size of all bundles of a scan, in bytes as workers send them; a catalog takes about twice as much.
  /// The 679 plugins and 1,475 presets in Debian's packages have 3 MB of text, in a catalog of 6.5 MB.
  package static let scanBytes = 2 << 30
  /// Maximum number of presets that a worker sends in one message.
  package static let presetsAtOnce = 1_000
  /// Maximum size of a message between scan and worker, in bytes: room for the URIs of all plugins of a bundle.
  package static let frame = 24 << 20
  /// Maximum size of a message about one plugin or some presets, in bytes.
  package static let answer = 12 << 20
  /// Maximum size of a worker's printed output that is kept, in bytes.
  package static let messages = 64 << 10
  /// Maximum address space of a worker, in bytes.
  package static let memory = 1 << 30
  /// The exit status of a worker that needs more memory than it may have.
  package static let memoryStatus: Int32 = 70
  /// Maximum size of a worker's stack, in bytes.
  package static let stack = 8 << 20
  /// Maximum number of a worker's open files.
  package static let openFiles = 64
  /// How long a bundle may take, in seconds, unless the caller says otherwise.
  package static let seconds = 20.0
  /// The number of workers that a bundle may kill before the rest of it is abandoned.
  package static let crashes = 3
  /// How old a change must be for another one to show in a file's times, in seconds: more than a tick of any file system's
  /// clock.
  package static let settling = 2.0
  /// How long a directory that does not answer is left alone, in seconds.
  package static let silence = 60
  /// The depth to which a bundle's folders count for its fingerprint.
  package static let folderDepth = 8
  /// Maximum number of entries of a bundle's folders that count for its fingerprint.
  package static let folderEntries = 100_000
}
