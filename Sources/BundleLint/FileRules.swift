internal import BundleReading

/// Files that the bundle names.
enum FileRules {
  static let rules = [
    Rule("file-missing", .warning, "a file that the manifest names can't be read", .bundle(missingFiles)),
    Rule("interface-binary-missing", .error, "the binary of an interface can't be read", .bundle(missingInterfaces)),
  ]

  private static func missingFiles(_ bundle: BundleFacts) -> [Complaint] {
    var seen: Set<String> = []
    return bundle.manifest.subjects.flatMap { subject in
      bundle.graph.values(subject, Namespace.seeAlso).compactMap { value -> Complaint? in
        guard let uri = value.uri, let path = FileURI.path(uri), seen.insert(uri).inserted,
          let objection = objection(to: uri, path, bundle)
        else { return nil }
        var complaint = value.removal(
          "\(bundle.relative(path)): \(objection), so nobody reads what it says", Namespace.seeAlso,
          "or put the file there")
        complaint.subject = subject.uri
        return complaint
      }
    }
  }

  private static func objection(to uri: String, _ path: String, _ bundle: BundleFacts) -> String? {
    bundle.objection(to: uri) ?? bundle.gate.refusals[path]
  }

  private static func missingInterfaces(_ bundle: BundleFacts) -> [Complaint] {
    let documents = Graph(documents: [bundle.manifest])
    return bundle.manifest.subjects.flatMap { subject -> [Complaint] in
      guard documents.uris(subject, Namespace.type).contains(where: { $0.hasPrefix(Namespace.ui) }) else { return [] }
      return [Namespace.ui + "binary", Namespace.lv2 + "binary"].flatMap { property in
        documents.values(subject, property).compactMap { value -> Complaint? in
          guard let uri = value.uri, let path = FileURI.path(uri), let objection = bundle.objection(to: uri) else {
            return nil
          }
          var complaint = value.removal(
            "the interface's binary \(bundle.relative(path)): \(objection), so hosts show no custom view", property,
            "or build the binary")
          complaint.subject = subject.uri
          return complaint
        }
      }
    }
  }
}
