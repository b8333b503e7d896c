internal import ComponentScan
internal import Linux

/// Finds the programs that are installed with this one.
package enum HelperProgram {
  /// The path of a program, beside this one, or the library, or in `../libexec/aucat`; nil if it is not installed.
  package static func path(_ name: String) -> String? { ProgramLocation.find(ProgramLocation.places(of: name)) }
}
