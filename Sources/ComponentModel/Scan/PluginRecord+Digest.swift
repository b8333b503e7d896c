extension PluginRecord {
  /// A hash of everything in the record, stable across processes: it differs if the description has changed.
  package var digest: UInt64 {
    var hash = StableHash()
    hash.add(uri)
    for name in names { name.add(to: &hash) }
    for text in [author, homepage, project, projectName, license, shortName, comment, binary] { hash.add(text) }
    hash.add(mainInputGroup)
    hash.add(mainOutputGroup)
    hash.add(version.minor)
    hash.add(version.micro)
    for list in [classes, requiredFeatures, optionalFeatures, extensionData, replaces, remarks.map(\.description)] {
      hash.add(list)
    }
    for interface in interfaces {
      hash.add(interface.uri)
      hash.add(interface.type)
    }
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
      for label in tag.labels { label.add(to: &hash) }
    }
  }
}

extension LocalizedText {
  fileprivate func add(to hash: inout StableHash) {
    hash.add(language)
    hash.add(text)
  }
}

extension PatchParameter {
  fileprivate func add(to hash: inout StableHash) {
    hash.add(uri)
    hash.add(name)
    hash.add(valueType)
    hash.add(unit)
    hash.add(UInt64(isWritable ? 1 : 0))
    hash.add(UInt64(isReadable ? 1 : 0))
    for number in [defaultValue, minimum, maximum] { hash.add(number) }
  }
}

extension ComponentPort {
  fileprivate func add(to hash: inout StableHash) {
    hash.add(index)
    hash.add(symbol)
    hash.add(name)
    hash.add(kind.rawValue)
    hash.add(direction.rawValue)
    hash.add(defaultValue)
    hash.add(minimum)
    hash.add(maximum)
    hash.add(unit)
    hash.add(designation)
    hash.add(group)
    hash.add(properties)
    hash.add(supports)
    hash.add(minimumSize ?? -1)
    for point in scalePoints {
      hash.add(point.label)
      hash.add(point.value)
    }
  }
}

extension StableHash {
  /// Doesn't trap on a negative number, because the record may come from a malfunctioning worker.
  fileprivate mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  fileprivate mutating func add(_ text: String?) {
    if let text { add(text) } else { add(UInt64.max) }
  }

  fileprivate mutating func add(_ number: Double?) {
    add(number.map(\.bitPattern) ?? UInt64.max)
  }

  fileprivate mutating func add(_ texts: [String]) {
    add(UInt64(texts.count))
    for text in texts { add(text) }
  }
}
