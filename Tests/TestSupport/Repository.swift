/// Where the sources of this checkout are, for tests that read them.
public enum Repository {
  /// The top folder.
  public static let top = String(#filePath.dropLast("/Tests/TestSupport/Repository.swift".count))

  /// A path below the top folder.
  public static func path(_ relative: String) -> String { top + "/" + relative }
}
