/// What one bundle may cost. Everything that a bundle can make large has a bound here.
public enum ScanLimits {
  /// The largest Turtle file that is read, in bytes. The largest of Debian's packages has 4.5 MB.
  public static let fileSize = 32 << 20
  /// The most Turtle that one bundle may have, in bytes. The largest of Debian's packages has 36 MB.
  public static let bundleTurtle = 512 << 20
  /// The most plugins in one bundle.
  public static let plugins = 10_000
  /// The most ports of one plugin.
  public static let ports = 20_000
  /// The most presets in one bundle.
  public static let presets = 100_000
  /// The most values of a property that may have several, and the most scale points of a port.
  public static let values = 4_096
  /// The most tags that a bundle declares for one plugin, and the most remarks about them.
  public static let tags = 100
  /// The most languages that an author's tag has names in.
  public static let tagNames = 200
  /// The most bytes that all names of a plugin's tags have together, with their languages.
  public static let tagBytes = 64 << 10
  /// The longest language tag (BCP 47), in bytes.
  public static let language = 35
  /// The longest name, symbol, label or URI, in UTF-8 bytes; what is longer is cut.
  public static let name = 2_048
  /// The longest comment, in UTF-8 bytes.
  public static let comment = 65_536
  /// The largest answer of a worker in one piece, in bytes.
  public static let frame = 64 << 20
  /// Address space of a worker, in bytes.
  public static let memory = 1 << 30
  /// Stack of a worker, in bytes.
  public static let stack = 8 << 20
  /// Open files of a worker.
  public static let openFiles = 64
  /// How much a worker may write into its diagnostics, in bytes.
  public static let diagnostics = 1 << 20
  /// How long a bundle may take, in seconds, unless the caller says otherwise.
  public static let seconds = 20.0
  /// How often a bundle may kill a worker before the rest of it is given up.
  public static let crashes = 3
  /// How deep a bundle's folders are looked through for its fingerprint.
  public static let folderDepth = 8
  /// How many entries of a bundle's folders are looked at for its fingerprint.
  public static let folderEntries = 100_000
}
