internal import BundleReading
internal import ComponentModel

/// Files that the bundle names.
enum FileRules {
  static let checks: [Check] = [.bundle(missingFiles), .bundle(missingInterfaces)]

  private static func missingFiles(_ bundle: BundleFacts) -> [Diagnostic] {
    var seen: Set<String> = []
    return bundle.manifest.subjects.flatMap { subject in
      bundle.graph.values(subject, .rdfsSeeAlso).compactMap { value -> Diagnostic? in
        guard let uri = value.uri, let path = FileURI.path(uri), seen.insert(uri).inserted,
          let problem = bundle.problem(with: uri)
        else { return nil }
        var diagnostic = value.removal(
          of: .rdfsSeeAlso,
          for: Problem(.fileMissing, "\(bundle.relative(path)): \(problem), so programs skip what it says"),
          advice: "or put the file there")
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
            of: property,
            for: Problem(
              .interfaceBinaryMissing,
              "the interface's binary \(bundle.relative(path)): \(problem), so hosts show no custom view"),
            advice: "or build the binary")
          diagnostic.subject = bundle.uri(subject)
          return diagnostic
        }
      }
    }
  }
}
