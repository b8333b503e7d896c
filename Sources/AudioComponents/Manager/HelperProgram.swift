internal import ComponentScan
internal import Linux

/// The programs that belong to this one.
package enum HelperProgram {
  /// The path of a program, beside this one or in `../libexec/aucat`; nil where it is not installed.
  package static func path(_ name: String) -> String? { ProgramLocation.find([name, "../libexec/aucat/\(name)"]) }
}
