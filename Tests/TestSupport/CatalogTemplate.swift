import Glibc

/// A catalog of no plugins, as `aucat scan` makes it: a test that begins with a copy doesn't write the words of searches and the
/// names of tags again, which in debug take longer than anything else that a small scan does. A search scans folders that it
/// doesn't know, so nothing else differs.
public enum CatalogTemplate {
  private static let made: TemporaryFolder = {
    let folder = TemporaryFolder()
    folder.write("", to: "lv2/readme")
    _ = Child.run(
      Child.products + "/aucat", ["scan"],
      environment: [
        "HOME": folder.path, "LV2_PATH": folder("lv2"), "AUCAT_CATALOG": folder("catalog.sqlite"),
        "AUCAT_SYSTEM_CATALOG": "",
      ])
    return folder
  }()

  /// Copies it to a path, unless there is a file, or no folder.
  public static func copy(to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let bytes = Child.contents(made("catalog.sqlite"))
    let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    precondition(count == bytes.count && count > 0, "no catalog could be copied to \(path)")
  }
}
