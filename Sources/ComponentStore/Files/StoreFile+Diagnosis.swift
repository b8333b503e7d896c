internal import Linux

extension StoreFile {
  /// An error about this file. SQLite reports a disk that fails to read as a damaged file, so the file is read once more.
  func diagnosed(_ error: StoreError) -> StoreError {
    guard error.code == .damaged, error.store == kind else { return error }
    for file in [path, path + "-wal"] {
      do throws(SystemError) {
        try Self.readThrough(file)
      } catch {
        if error.isMissing { continue }
        let code: StoreError.Code = error.isExhaustion ? .exhausted : .diskFailed
        return StoreError(code, kind, path: path, detail: "\(error)")
      }
    }
    return error
  }

  private static func readThrough(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(path, for: .reading)
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while try file.read(into: &portion) > 0 {}
  }
}
