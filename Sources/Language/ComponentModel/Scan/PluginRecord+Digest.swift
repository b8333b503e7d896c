extension PluginRecord {
  /// A hash of everything in the record but lilv's answers, stable across processes: it differs if the description has
  /// changed.
  package var digest: UInt64 {
    var hash = StableHash()
    hash.add(uri)
    for name in names { hash.add(name.language, name.text) }
    hash.add(author, homepage, project, projectName, license, shortName, comment, binary)
    hash.add(mainInputGroup, mainOutputGroup, version.minor, version.micro)
    hash.add(classes, requiredFeatures, optionalFeatures, extensionData, replaces, remarks.map(\.description))
    for interface in interfaces { hash.add(interface.uri, interface.type) }
    for parameter in patchParameters { parameter.add(to: &hash) }
    for port in ports { port.add(to: &hash) }
    addTags(to: &hash)
    if let icon { hash.add(icon) }
    return hash.value
  }

  /// Adds nothing for a record without an author's tags, so that older digests stay valid.
  private func addTags(to hash: inout StableHash) {
    guard !standardTags.isEmpty || !ownTags.isEmpty else { return }
    hash.add(standardTags)
    for tag in ownTags {
      hash.add(tag.labels.count)
      for label in tag.labels { hash.add(label.language, label.text) }
    }
  }
}

extension PatchParameter {
  fileprivate func add(to hash: inout StableHash) {
    hash.add(uri, name, valueType, unit, isWritable, isReadable, defaultValue, minimum, maximum)
  }
}

extension ComponentPort {
  fileprivate func add(to hash: inout StableHash) {
    hash.add(index, symbol, name, kind.rawValue, direction.rawValue, defaultValue, minimum, maximum, unit, designation)
    hash.add(group, properties, supports, minimumSize)
    for point in scalePoints { hash.add(point.label, point.value) }
  }
}

extension StableHash {
  fileprivate mutating func add<each Field: DigestedField>(_ fields: repeat each Field) {
    repeat (each fields).add(to: &self)
  }
}

/// The value of a record's field, which is part of its digest.
private protocol DigestedField {
  func add(to hash: inout StableHash)
}

extension String: DigestedField {
  fileprivate func add(to hash: inout StableHash) { hash.add(self) }
}

extension Int: DigestedField {
  /// Doesn't trap on a negative number, because the record may come from a malfunctioning worker.
  fileprivate func add(to hash: inout StableHash) { hash.add(UInt64(bitPattern: Int64(self))) }
}

extension Double: DigestedField {
  fileprivate func add(to hash: inout StableHash) { hash.add(bitPattern) }
}

extension Bool: DigestedField {
  fileprivate func add(to hash: inout StableHash) { hash.add(UInt64(self ? 1 : 0)) }
}

extension Optional: DigestedField where Wrapped: DigestedField {
  fileprivate func add(to hash: inout StableHash) {
    if let self { self.add(to: &hash) } else { hash.add(UInt64.max) }
  }
}

extension [String]: DigestedField {
  fileprivate func add(to hash: inout StableHash) {
    hash.add(UInt64(count))
    for text in self { hash.add(text) }
  }
}
