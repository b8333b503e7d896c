internal import Linux

/// The directories that are searched for bundles, in order.
package struct SearchPath: Hashable, Sendable {
  /// Distinct absolute paths, in search order; symbolic links are not resolved here.
  package var directories: [String]
  /// Entries that don't name a directory (empty, `~` without a home, not UTF-8), as written.
  package var ignored: [String]

  /// A path from its entries: a leading `~` is the home directory; relative entries start at the working directory.
  package init(entries: [String], environment: [String: String]) {
    directories = []
    ignored = []
    for entry in entries {
      guard let directory = Self.absolute(entry, environment) else {
        ignored.append(entry)
        continue
      }
      if !directories.contains(where: { LexicalPath.isSame($0, directory) }) { directories.append(directory) }
    }
  }

  /// The path that a process with this environment uses: `LV2_PATH`, or lilv's default on Debian if that is not set. Variables
  /// in it are expanded as lilv does (`lilv_expand`): unit files and `/etc/environment` have them, which no shell reads.
  package init(environment: [String: String]) {
    if let path = environment["LV2_PATH"] {
      let entries = path.isEmpty ? [] : LexicalPath.list(path)
      self.init(entries: entries.map { Self.expanded($0, environment) }, environment: environment)
    } else {
      self.init(entries: Self.defaultEntries, environment: environment)
    }
    // Without a home directory, the default path is merely shorter; but one that isn't UTF-8 is reported.
    if environment["LV2_PATH"] == nil, !Self.isRepaired(environment["HOME"] ?? "") { ignored = [] }
  }

  /// lilv's default on Debian, including the multiarch directory of this processor.
  package static var defaultEntries: [String] {
    ["~/.lv2", "/usr/lib/\(multiarch)/lv2", "/usr/lib/lv2", "/usr/local/lib/lv2"]
  }

  /// The entries of the default that are the same for all users of the machine.
  package static var systemEntries: [String] { defaultEntries.filter(LexicalPath.isAbsolute) }

  private static var multiarch: String {
    #if arch(x86_64)
      "x86_64-linux-gnu"
    #elseif arch(arm64)
      "aarch64-linux-gnu"
    #elseif arch(arm)
      "arm-linux-gnueabihf"
    #elseif arch(riscv64)
      "riscv64-linux-gnu"
    #elseif arch(powerpc64le)
      "powerpc64le-linux-gnu"
    #elseif arch(s390x)
      "s390x-linux-gnu"
    #else
      "i386-linux-gnu"
    #endif
  }

  /// Whether a path had bytes that were not UTF-8 and were replaced, so that it leads elsewhere.
  package static func isRepaired(_ path: String) -> Bool {
    path.utf8.contains(0xEF) && path.unicodeScalars.contains("\u{FFFD}")
  }

  /// An entry of `LV2_PATH` with the values of its variables: `$NAME`, of capitals, digits and underscores, and `~` before a
  /// slash or the end. What has no value stays as it is.
  private static func expanded(_ entry: String, _ environment: [String: String]) -> String {
    var expanded: [UInt8] = []
    var rest = Array(entry.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "$"):
        let name = rest.prefix { isOfName($0) }
        rest = rest.dropFirst(name.count)
        let value = environment[String(decoding: name, as: UTF8.self)].map { Array($0.utf8) }
        expanded += value ?? [byte] + name
      case UInt8(ascii: "~") where rest.first ?? UInt8(ascii: "/") == UInt8(ascii: "/"):
        expanded += (BaseDirectory.home(environment) ?? "~").utf8
      default: expanded.append(byte)
      }
    }
    return String(decoding: expanded, as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func absolute(_ entry: String, _ environment: [String: String]) -> String? {
    var path = entry
    if path == "~" || path.utf8.starts(with: "~/".utf8) {
      guard let home = BaseDirectory.home(environment) else { return nil }
      path = home + String(Substring(path.utf8.dropFirst()))
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
    if !LexicalPath.isAbsolute(path) {
      guard let here = try? Path.working() else { return nil }
      path = here + "/" + path
    }
    if isRepaired(path) { return nil }
    return LexicalPath.normalized(path)
  }
}
