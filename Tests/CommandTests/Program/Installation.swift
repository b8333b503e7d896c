import Foundation
import TestSupport

/// The programs as they are installed below a prefix of the test's own, whose files it may change.
struct Installation {
  let machine: Machine
  var prefix: String { machine.folder("prefix") }

  init(_ machine: Machine) {
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
  func resources(_ language: String) -> String { "\(prefix)/share/aucat/localizations/\(language).res" }

  /// Runs the installed program.
  func aucat(_ arguments: String...) -> Child { aucat(arguments) }

  /// Runs the installed program.
  func aucat(_ arguments: [String]) -> Child {
    Child.run("\(prefix)/bin/aucat", arguments, environment: machine.environment)
  }
}
