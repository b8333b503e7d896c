internal import ComponentScan

/// The programs that belong to this one.
public enum HelperProgram {
  /// The path of a program, beside this one or in `../libexec/aucat`; nil where it is not installed.
  public static func path(_ name: String) -> String? { ProgramLocation.find([name, "../libexec/aucat/\(name)"]) }
}
