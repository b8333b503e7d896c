internal import AudioComponents
internal import Linux

/// Whether each plugin's binary is there, is for this processor, and finds the libraries that it needs.
enum LibraryCheck: Check {
  static let name = "libraries"

  static func findings(_ checkup: Checkup) throws -> [Finding] {
    let search = LibrarySearch(environment: checkup.configuration.environment)
    var seen: Set<String> = []
    var findings: [Finding] = []
    for component in checkup.components ?? [] {
      guard let binary = try binary(of: component, checkup), seen.insert(binary).inserted else { continue }
      findings += Self.findings(binary, of: component, search)
    }
    return findings
  }

  /// - Returns: nil if a scan has removed the component meanwhile.
  private static func binary(of component: Component, _ checkup: Checkup) throws -> String? {
    do {
      return try checkup.reader.details(of: component).binary
    } catch ComponentManagerError.componentMissing {
      return nil
    }
  }

  private static func findings(_ binary: String, of component: Component, _ search: LibrarySearch) -> [Finding] {
    do {
      let library = try ELFLibrary(binary)
      guard library.architecture == .current else {
        let remedy = "install the package for \(Architecture.current)"
        return [.problem(binary, "\(component.name) is for \(library.architecture)", remedy: remedy)]
      }
    } catch {
      return [
        .problem(binary, "\(component.name) can't be loaded: \(error)", remedy: "install \(component.bundle) again")
      ]
    }
    return search.files(neededBy: binary).missing.map { missing in
      let user = missing.neededBy == binary ? component.name : "\(component.name), by way of \(missing.neededBy),"
      return .problem(
        binary, "\(user) needs \(missing.name), which is not installed",
        remedy: "install the package that has it: `apt-file search \(missing.name)` names it")
    }
  }
}
