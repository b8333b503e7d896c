internal import ComponentModel

// `WireTests` checks that random records survive the round trip.

extension ComponentPort.Kind: WireValue {}

extension ComponentPort.Direction: WireValue {}

extension LocalizedText: WireRecord {
  static var blank: Self { Self("") }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&language)
    try wire.field(&text)
  }
}

extension OwnTag: WireRecord {
  static var blank: Self { Self(labels: []) }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&labels)
  }
}

extension ComponentPort.ScalePoint: WireRecord {
  static var blank: Self { Self(label: "", value: 0) }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&label)
    try wire.field(&value)
  }
}

extension ComponentPort: WireRecord {
  static var blank: Self { Self(index: 0, symbol: "", name: "", kind: .other, direction: .input) }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&index)
    try wire.field(&symbol)
    try wire.field(&name)
    try wire.field(&kind)
    try wire.field(&direction)
    try wire.field(&defaultValue)
    try wire.field(&minimum)
    try wire.field(&maximum)
    try wire.field(&unit)
    try wire.field(&scalePoints)
    try wire.field(&designation)
    try wire.field(&group)
    try wire.field(&properties)
    try wire.field(&supports)
    try wire.field(&minimumSize)
  }
}

extension PatchParameter: WireRecord {
  static var blank: Self { Self(uri: "", name: "", isWritable: false, isReadable: false) }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&uri)
    try wire.field(&name)
    try wire.field(&isWritable)
    try wire.field(&isReadable)
    try wire.field(&valueType)
    try wire.field(&defaultValue)
    try wire.field(&minimum)
    try wire.field(&maximum)
    try wire.field(&unit)
  }
}

extension InterfaceRecord: WireRecord {
  static var blank: Self { Self(uri: "", type: "") }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&uri)
    try wire.field(&type)
  }
}

extension PresetRecord: WireRecord {
  static var blank: Self { Self(uri: "", appliesTo: "") }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&uri)
    try wire.field(&appliesTo)
    try wire.field(&label)
    try wire.field(&bank)
    try wire.field(&bankLabel)
  }
}

extension LilvAnswers: WireRecord {
  static var blank: Self { Self(author: "", facts: "") }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&author)
    try wire.field(&facts)
  }
}

extension PluginRecord: WireRecord {
  static var blank: Self { Self(uri: "") }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&uri)
    try wire.field(&names)
    try wire.field(&classes)
    try wire.field(&author)
    try wire.field(&homepage)
    try wire.field(&project)
    try wire.field(&projectName)
    try wire.field(&license)
    try wire.field(&version.minor)
    try wire.field(&version.micro)
    try wire.field(&shortName)
    try wire.field(&comment)
    try wire.field(&ports)
    try wire.field(&patchParameters)
    try wire.field(&requiredFeatures)
    try wire.field(&optionalFeatures)
    try wire.field(&extensionData)
    try wire.field(&interfaces)
    try wire.field(&replaces)
    try wire.field(&binary)
    try wire.field(&icon)
    try wire.field(&mainInputGroup)
    try wire.field(&mainOutputGroup)
    try wire.field(&standardTags)
    try wire.field(&ownTags)
    try wire.field(&remarks)
    try wire.field(&lilvAnswers)
  }
}
