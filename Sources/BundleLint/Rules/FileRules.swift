internal import BundleReading
internal import ComponentModel

/// Files that the bundle names.
enum FileRules {
  static let missingFileRule = Rule(
    "file-missing", .warning, "a file that the manifest names can't be read", .bundle(missingFiles))

  static let rules = [
    missingFileRule,
    Rule("interface-binary-missing", .error, "the binary of an interface can't be read", .bundle(missingInterfaces)),
  ]

  private static func missingFiles(_ bundle: BundleFacts) -> [Diagnostic] {
    var seen: Set<String> = []
    return bundle.manifest.subjects.flatMap { subject in
      bundle.graph.values(subject, .rdfsSeeAlso).compactMap { value -> Diagnostic? in
        guard let uri = value.uri, let path = FileURI.path(uri), seen.insert(uri).inserted,
          let problem = bundle.problem(with: uri)
        else { return nil }
        var diagnostic = value.removal(
          "\(bundle.relative(path)): \(problem), so nobody reads what it says", .rdfsSeeAlso,
          "or put the file there")
        diagnostic.subject = bundle.uri(subject)
        return diagnostic
      }
    }
  }

  private static func missingInterfaces(_ bundle: BundleFacts) -> [Diagnostic] {
    let documents = Documents([bundle.manifest])
    return bundle.manifest.subjects.flatMap { subject -> [Diagnostic] in
      guard documents.uris(subject, .rdfType).contains(where: { $0.hasPrefix(Namespace.ui) }) else { return [] }
      return [Property.uiBinary, .lv2Binary].flatMap { property in
        documents.values(subject, property).compactMap { value -> Diagnostic? in
          guard let uri = value.uri, let path = FileURI.path(uri), let problem = bundle.problem(with: uri) else {
            return nil
          }
          var diagnostic = value.removal(
            "the interface's binary \(bundle.relative(path)): \(problem), so hosts show no custom view", property,
            "or build the binary")
          diagnostic.subject = bundle.uri(subject)
          return diagnostic
        }
      }
    }
  }
}
