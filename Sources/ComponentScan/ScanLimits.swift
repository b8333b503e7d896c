/// The limits of one bundle. Everything that a bundle can make large has a bound here.
package enum ScanLimits {
  /// The largest Turtle file that is read, in bytes. The largest of Debian's packages has 4.5 MB.
  package static let fileSize = 32 << 20
  /// The most Turtle that one bundle may have, in bytes. The largest of Debian's packages has 36 MB.
  package static let bundleTurtle = 512 << 20
  /// The most plugins in one bundle.
  package static let plugins = 10_000
  /// The most ports of one plugin.
  package static let ports = 20_000
  /// The most presets in one bundle.
  package static let presets = 100_000
  /// The most values of a property that may have several, and the most scale points of a port.
  package static let values = 4_096
  /// The most tags that a bundle declares for one plugin, and the most remarks about them.
  package static let tags = 100
  /// The most languages that an author's tag has names in.
  package static let tagNames = 200
  /// The most bytes that all names of a plugin's tags have together, with their languages.
  package static let tagBytes = 64 << 10
  /// The longest language tag (BCP 47), in bytes.
  package static let language = 35
  /// The longest name, symbol, label or URI, in UTF-8 bytes; what is longer is cut.
  package static let name = 2_048
  /// The longest comment, in UTF-8 bytes.
  package static let comment = 65_536
  /// The most languages that a plugin has names in.
  package static let names = 200
  /// The most remarks about one plugin, and the most about a bundle as a whole.
  package static let remarks = 100
  /// The most bytes that all texts of one plugin's description have together. The largest of 679 plugins of Debian's has 77 kB.
  package static let pluginBytes = 8 << 20
  /// The most bytes that all plugins and presets of a bundle have together, as a worker sends them.
  package static let bundleBytes = 64 << 20
  /// The most bytes that all bundles of a scan have together, as workers send them; a catalog takes about twice as much. The
  /// 679 plugins and 1,475 presets of Debian's have 3 MB of text, in a catalog of 6.5 MB.
  package static let scanBytes = 2 << 30
  /// The largest piece of presets that a worker sends, in presets.
  package static let presetsAtOnce = 1_000
  /// The largest message between scan and worker, in bytes: room for the URIs of all plugins of a bundle.
  package static let frame = 24 << 20
  /// The largest message about one plugin or some presets, in bytes.
  package static let answer = 12 << 20
  /// How much of what a worker prints is kept, in bytes.
  package static let messages = 64 << 10
  /// Address space of a worker, in bytes.
  package static let memory = 1 << 30
  /// The exit status of a worker that needs more memory than it may have.
  package static let memoryStatus: Int32 = 70
  /// Stack of a worker, in bytes.
  package static let stack = 8 << 20
  /// Open files of a worker.
  package static let openFiles = 64
  /// How long a bundle may take, in seconds, unless the caller says otherwise.
  package static let seconds = 20.0
  /// The number of workers that a bundle may kill before the rest of it is given up.
  package static let crashes = 3
  /// The depth to which a bundle's folders count for its fingerprint.
  package static let folderDepth = 8
  /// The most entries of a bundle's folders that count for its fingerprint.
  package static let folderEntries = 100_000
}
