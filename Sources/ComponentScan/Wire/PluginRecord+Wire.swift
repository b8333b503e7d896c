internal import ComponentModel

// Each record writes and reads its fields in the order of their declaration; a random test compares both directions.

extension RawRepresentable where RawValue == String, Self: CaseIterable & Equatable {
  fileprivate static func read(_ reader: inout WireReader) throws(MessageProblem) -> Self {
    guard let value = Self(rawValue: try reader.text()) else { throw MessageProblem.unknownWord }
    return value
  }
}

extension LocalizedText: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let language = try String?(from: &reader)
    self.init(try reader.text(), language: language)
  }

  func write(to writer: inout WireWriter) {
    language.write(to: &writer)
    writer.write(text)
  }
}

extension OwnTag: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    self.init(labels: try [LocalizedText](from: &reader))
  }

  func write(to writer: inout WireWriter) { labels.write(to: &writer) }
}

extension ComponentPort.ScalePoint: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let label = try reader.text()
    self.init(label: label, value: try reader.number())
  }

  func write(to writer: inout WireWriter) {
    writer.write(label)
    writer.write(value)
  }
}

extension ComponentPort: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let index = try reader.integer()
    let symbol = try reader.text()
    let name = try reader.text()
    let kind = try Kind.read(&reader)
    self.init(index: index, symbol: symbol, name: name, kind: kind, direction: try Direction.read(&reader))
    defaultValue = try Double?(from: &reader)
    minimum = try Double?(from: &reader)
    maximum = try Double?(from: &reader)
    unit = try String?(from: &reader)
    scalePoints = try [ScalePoint](from: &reader)
    designation = try String?(from: &reader)
    group = try String?(from: &reader)
    properties = try [String](from: &reader)
    supports = try [String](from: &reader)
    minimumSize = try Int?(from: &reader)
  }

  func write(to writer: inout WireWriter) {
    writer.write(index)
    writer.write(symbol)
    writer.write(name)
    writer.write(kind.rawValue)
    writer.write(direction.rawValue)
    defaultValue.write(to: &writer)
    minimum.write(to: &writer)
    maximum.write(to: &writer)
    unit.write(to: &writer)
    scalePoints.write(to: &writer)
    designation.write(to: &writer)
    group.write(to: &writer)
    properties.write(to: &writer)
    supports.write(to: &writer)
    minimumSize.write(to: &writer)
  }
}

extension PatchParameter: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let uri = try reader.text()
    let name = try reader.text()
    let isWritable = try reader.flag()
    self.init(uri: uri, name: name, isWritable: isWritable, isReadable: try reader.flag())
    valueType = try String?(from: &reader)
    defaultValue = try Double?(from: &reader)
    minimum = try Double?(from: &reader)
    maximum = try Double?(from: &reader)
    unit = try String?(from: &reader)
  }

  func write(to writer: inout WireWriter) {
    writer.write(uri)
    writer.write(name)
    writer.write(isWritable)
    writer.write(isReadable)
    valueType.write(to: &writer)
    defaultValue.write(to: &writer)
    minimum.write(to: &writer)
    maximum.write(to: &writer)
    unit.write(to: &writer)
  }
}

extension InterfaceRecord: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let uri = try reader.text()
    self.init(uri: uri, type: try reader.text())
  }

  func write(to writer: inout WireWriter) {
    writer.write(uri)
    writer.write(type)
  }
}

extension PresetRecord: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let uri = try reader.text()
    self.init(uri: uri, appliesTo: try reader.text())
    label = try String?(from: &reader)
    bank = try String?(from: &reader)
    bankLabel = try String?(from: &reader)
  }

  func write(to writer: inout WireWriter) {
    writer.write(uri)
    writer.write(appliesTo)
    label.write(to: &writer)
    bank.write(to: &writer)
    bankLabel.write(to: &writer)
  }
}

extension LilvAnswers: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let author = try reader.text()
    self.init(author: author, facts: try reader.text())
  }

  func write(to writer: inout WireWriter) {
    writer.write(author)
    writer.write(facts)
  }
}

extension PluginRecord: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    self.init(uri: try reader.text())
    names = try [LocalizedText](from: &reader)
    classes = try [String](from: &reader)
    author = try String?(from: &reader)
    homepage = try String?(from: &reader)
    project = try String?(from: &reader)
    projectName = try String?(from: &reader)
    license = try String?(from: &reader)
    version.minor = try reader.integer()
    version.micro = try reader.integer()
    shortName = try String?(from: &reader)
    comment = try String?(from: &reader)
    ports = try [ComponentPort](from: &reader)
    patchParameters = try [PatchParameter](from: &reader)
    requiredFeatures = try [String](from: &reader)
    optionalFeatures = try [String](from: &reader)
    extensionData = try [String](from: &reader)
    interfaces = try [InterfaceRecord](from: &reader)
    replaces = try [String](from: &reader)
    binary = try String?(from: &reader)
    icon = try String?(from: &reader)
    mainInputGroup = try String?(from: &reader)
    mainOutputGroup = try String?(from: &reader)
    standardTags = try [String](from: &reader)
    ownTags = try [OwnTag](from: &reader)
    remarks = try [ScanRemark](from: &reader)
    lilvAnswers = try LilvAnswers?(from: &reader)
  }

  func write(to writer: inout WireWriter) {
    writer.write(uri)
    names.write(to: &writer)
    classes.write(to: &writer)
    author.write(to: &writer)
    homepage.write(to: &writer)
    project.write(to: &writer)
    projectName.write(to: &writer)
    license.write(to: &writer)
    writer.write(version.minor)
    writer.write(version.micro)
    shortName.write(to: &writer)
    comment.write(to: &writer)
    ports.write(to: &writer)
    patchParameters.write(to: &writer)
    requiredFeatures.write(to: &writer)
    optionalFeatures.write(to: &writer)
    extensionData.write(to: &writer)
    interfaces.write(to: &writer)
    replaces.write(to: &writer)
    binary.write(to: &writer)
    icon.write(to: &writer)
    mainInputGroup.write(to: &writer)
    mainOutputGroup.write(to: &writer)
    standardTags.write(to: &writer)
    ownTags.write(to: &writer)
    remarks.write(to: &writer)
    lilvAnswers.write(to: &writer)
  }
}
