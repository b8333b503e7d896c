import Glibc

/// What the C library says of texts.
public enum CLibrary {
  private typealias Width = @convention(c) (Int32) -> Int32

  /// `wcwidth(3)` for UTF-8. Its header declares it for later standards than Swift asks for.
  private static let width: Width? = {
    _ = setlocale(LC_CTYPE, "C.UTF-8")
    // SAFETY: the function has had this type since it exists.
    return dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: Width.self) }
  }()

  /// The terminal columns of a scalar; -1 for a control character, and for what is not assigned.
  public static func width(of scalar: Unicode.Scalar) -> Int { Int(width?(Int32(scalar.value)) ?? -1) }

  /// The terminal columns of a text without control characters.
  public static func width(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }
}
