/// The programs as they are installed below a prefix of the test's own, whose files it may change.
public struct Installation: Sendable {
  /// Whose home and environment it has.
  public let machine: Machine
  /// Where it is.
  public var prefix: String { machine.folder("prefix") }

  /// Installs the programs of this build.
  public init(_ machine: Machine) {
    self.machine = machine
    let script = """
      set -e
      mkdir -p "$folder/prefix/bin" "$folder/prefix/libexec/aucat" "$folder/prefix/share/aucat/localizations"
      put() { ln "$1" "$2" 2>/dev/null || cp "$1" "$2"; }
      put \(Child.products)/aucat "$folder/prefix/bin/aucat"
      for program in aucat-scan-worker aucat-render; do
        put \(Child.products)/$program "$folder/prefix/libexec/aucat/$program"
      done
      cp \(Child.products)/aucat_CICU.resources/*.res "$folder/prefix/share/aucat/localizations/"
      """
    machine.shell(script).expectDone()
  }

  /// The path of a language's resource bundle.
  public func resources(_ language: String) -> String { "\(prefix)/share/aucat/localizations/\(language).res" }

  /// Runs the installed program.
  public func aucat(_ arguments: String...) -> Child { aucat(arguments) }

  /// Runs the installed program.
  public func aucat(_ arguments: [String]) -> Child {
    Child.run("\(prefix)/bin/aucat", arguments, environment: machine.environment)
  }
}
