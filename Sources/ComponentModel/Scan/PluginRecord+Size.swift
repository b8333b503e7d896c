extension PluginRecord {
  /// The size of all its texts, in bytes of UTF-8.
  package var byteCount: Int {
    let texts = [author, homepage, project, projectName, license, shortName, comment, binary, icon]
    let groups = [mainInputGroup, mainOutputGroup]
    let lists = [classes, requiredFeatures, optionalFeatures, extensionData, replaces]
    return uri.utf8.count + names.reduce(0) { $0 + $1.byteCount } + size(of: texts) + size(of: groups)
      + lists.reduce(0) { $0 + size(of: $1) } + ports.reduce(0) { $0 + $1.byteCount }
      + patchParameters.reduce(0) { $0 + $1.byteCount }
      + interfaces.reduce(0) { $0 + $1.uri.utf8.count + $1.type.utf8.count } + tagBytes
      + size(of: [lilvAnswers?.author, lilvAnswers?.facts])
  }
}

extension ComponentPort {
  /// The size of all its texts, in bytes of UTF-8.
  package var byteCount: Int {
    symbol.utf8.count + name.utf8.count + size(of: [unit, designation, group]) + size(of: properties)
      + size(of: supports) + scalePoints.reduce(0) { $0 + $1.label.utf8.count }
  }
}

extension PatchParameter {
  fileprivate var byteCount: Int { uri.utf8.count + name.utf8.count + size(of: [valueType, unit]) }
}

extension LocalizedText {
  fileprivate var byteCount: Int { text.utf8.count + (language?.utf8.count ?? 0) }
}

private func size(of texts: [String?]) -> Int { texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

private func size(of texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count } }
