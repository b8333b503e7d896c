internal import Glibc
internal import Linux
internal import SQLite

/// Backups of the user store: a few generations of complete stores in a folder beside it.
struct UserStoreBackup {
  private let store: String
  /// The number of backups to keep.
  static let generations = 10
  /// A changed store is backed up when the newest backup is as old as this, in seconds.
  private static let interval = 86_400

  init(_ store: String) { self.store = store }

  /// The folder: the store's path with `.backups` after it.
  var folder: String { store + ".backups" }

  /// The backups' paths, the newest first. Their names begin with the time.
  var paths: [String] {
    let names = DirectoryReader.entries(of: folder).map(\.name).filter { $0.hasPrefix("2") && $0.hasSuffix(".sqlite") }
    return names.sorted(by: >).map { "\(folder)/\($0)" }
  }

  /// Paths of files that were never finished.
  var leftovers: [String] {
    DirectoryReader.entries(of: folder).map(\.name).filter { $0.hasPrefix("unfinished") }.map { "\(folder)/\($0)" }
  }

  /// Whether the newest backup is a day old.
  var isDue: Bool {
    guard let newest = paths.first, let status = StoreFile.status(newest) else { return true }
    return abs(time(nil) - status.modified.seconds) >= Self.interval
  }

  /// Makes a backup if the newest is a day old.
  func makeIfDue(of connection: Connection) throws {
    if isDue { try make(of: connection) { isDue } }
  }

  /// Makes a backup, and deletes the oldest beyond ``generations``.
  ///
  /// - Parameter isWanted: called once no other process is making one.
  func make(of connection: Connection, where isWanted: () -> Bool = { true }) throws {
    if mkdir(folder, 0o700) != 0 && !SystemError.current.isExisting { throw failure("\(folder): \(StoreFile.reason)") }
    try StoreLock(.userStore, folder + "/backup").exclusively {
      guard isWanted() else { return }
      try translatingErrors(.userStore, path: store) { try copy(connection) }
      for path in paths.dropFirst(Self.generations) { unlink(path) }
    }
  }

  private func copy(_ connection: Connection) throws {
    let revision = try connection.number("SELECT revision FROM store") ?? 0
    let digits = String(revision)
    let ending = "-r\(String(repeating: "0", count: max(0, 9 - digits.count)))\(digits).sqlite"
    let unfinished = folder + "/unfinished"
    unlink(unfinished)
    // Create an empty file with the right permissions first: SQLite would create one that others can read.
    let descriptor = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("\(unfinished): \(StoreFile.reason)") }
    defer { close(descriptor) }
    try connection.backUp(to: unfinished)
    guard fsync(descriptor) == 0, rename(unfinished, "\(folder)/\(Self.stamp)\(ending)") == 0 else {
      throw failure("no backup: \(StoreFile.reason)")
    }
  }

  /// The time as part of a file's name, in UTC: `20261121T083000Z`.
  static var stamp: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text[0..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func failure(_ detail: String) -> StoreError {
    StoreError(.unwritable, .userStore, path: store, detail: detail)
  }
}
