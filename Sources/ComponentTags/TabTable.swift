/// A table of fields separated by TABs, one row per line. Empty lines and lines that begin with `#` are skipped.
struct TabTable {
  let rows: [[Substring]]

  init(_ text: String) {
    rows = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.first != UInt8(ascii: "#") else { return nil }
      return line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { Substring($0) }
    }
  }
}
