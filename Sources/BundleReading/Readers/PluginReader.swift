internal import ComponentModel
internal import ComponentScan
internal import Turtle

/// Turns what the files of a bundle say of one plugin into a record.
struct PluginReader {
  private let facts: Facts
  private let gate: FileGate
  private let binaries: [String]
  private var table = PropertyTable()
  private let subject: Term
  private let project: Term?

  /// - Parameters:
  ///   - subjects: the plugin, then its prototypes.
  ///   - binaries: URIs of those that the manifest names.
  init(_ facts: Facts, subjects: [Term], binaries: [String], gate: FileGate) {
    self.facts = facts
    self.gate = gate
    self.binaries = binaries
    subject = subjects[0]
    table.fill(facts, subjects)
    project = facts.value(of: table[.lv2Project])
  }

  func record() throws(PluginProblem) -> PluginRecord {
    var record = PluginRecord(uri: facts.graph.text(subject))
    record.names = names(&record.remarks)
    record.classes = list(.rdfType)
    readAuthor(into: &record)
    readTexts(into: &record)
    record.version = Version(minor: highest(.lv2MinorVersion), micro: highest(.lv2MicroVersion))
    readLists(into: &record)
    record.binary = try binary()
    record.icon = icon(&record.remarks)
    var ports = PortReader(facts)
    record.ports = try ports.ports(table[.lv2Port], remarks: &record.remarks)
    return record
  }

  /// All names where one has a language, else one.
  private func names(_ remarks: inout [ScanRemark]) -> [LocalizedText] {
    let graph = facts.graph
    if table[.doapName].contains(where: { graph.language($0) != nil }) { return localizedNames }
    if let text = facts.literal(of: table[.doapName]) { return [LocalizedText(bounded(text))] }
    remarks.append(.missingName)
    return []
  }

  private var localizedNames: [LocalizedText] {
    var names: [LocalizedText] = []
    for (_, term) in facts.objects(subject, .doapName) where facts.graph.kind(term).isLiteral {
      let language = facts.graph.language(term).map { bounded(facts.graph.text($0)) }
      let name = LocalizedText(bounded(facts.graph.text(term)), language: language)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func literal(_ property: Property) -> String? { facts.literal(of: table[property]).map(bounded) }

  private func list(_ property: Property) -> [String] {
    facts.uris(of: table[property]).prefix(ScanLimits.values).map(bounded)
  }

  private func readAuthor(into record: inout PluginRecord) {
    record.project = project.flatMap(facts.uri).map(bounded)
    record.projectName = project.flatMap { facts.literal($0, .doapName) }.map(bounded)
    var people = byName(table[.doapMaintainer]) + byName(table[.doapDeveloper])
    if let project {
      people += byName(facts.values(project, .doapMaintainer)) + byName(facts.values(project, .doapDeveloper))
    }
    record.author = people.lazy.compactMap(\.name).first.map(bounded)
    record.homepage = people.lazy.compactMap { facts.value($0.person, .foafHomepage) }.first
      .map { bounded(facts.graph.text($0)) }
    let license = facts.value(of: table[.doapLicense]) ?? project.flatMap { facts.value($0, .doapLicense) }
    record.license = license.map { bounded(facts.graph.text($0)) }
  }

  private func byName(_ people: [Term]) -> [(name: String?, person: Term)] {
    people.map { (name: facts.literal($0, .foafName), person: $0) }.sorted { one, other in
      let (name, otherName) = (one.name ?? "", other.name ?? "")
      return name == otherName ? facts.graph.precedes(one.person, other.person) : name < otherName
    }
  }

  private func readTexts(into record: inout PluginRecord) {
    record.shortName = literal(.lv2ShortName) ?? literal(.doapShortDescription)
    let comment = facts.literal(of: table[.rdfsComment]) ?? facts.literal(of: table[.doapDescription])
    record.comment = comment.map { bounded($0, to: ScanLimits.comment) }
    record.mainInputGroup = facts.value(of: table[.groupsMainInput]).flatMap(facts.uri).map(bounded)
    record.mainOutputGroup = facts.value(of: table[.groupsMainOutput]).flatMap(facts.uri).map(bounded)
  }

  /// Where the manifest and the data give different versions, the higher one is the newer file's.
  private func highest(_ property: Property) -> Int {
    let own = table[property].compactMap(facts.integer).max()
    let shared = project.flatMap { facts.value($0, property) }.flatMap(facts.integer)
    return min(max(0, own ?? shared ?? 0), Int(Int32.max))
  }

  private func readLists(into record: inout PluginRecord) {
    record.requiredFeatures = list(.lv2RequiredFeature)
    record.optionalFeatures = list(.lv2OptionalFeature)
    record.extensionData = list(.lv2ExtensionData)
    record.replaces = Set(list(.lv2Replaces) + list(.dcReplaces)).sorted()
    record.interfaces = table[.uiInterface].prefix(ScanLimits.values).compactMap { interface in
      guard let uri = facts.uri(interface) else { return nil }
      return InterfaceRecord(uri: bounded(uri), type: facts.uris(interface, .rdfType).first.map(bounded) ?? "")
    }.sorted { $0.uri < $1.uri }
    record.patchParameters = patchParameters
  }

  private var patchParameters: [PatchParameter] {
    let (writable, readable) = (Set(table[.patchWritable]), Set(table[.patchReadable]))
    var seen: Set<Term> = []
    return (table[.patchWritable] + table[.patchReadable]).prefix(ScanLimits.values).compactMap { term in
      guard let uri = facts.uri(term), seen.insert(term).inserted else { return nil }
      var parameter = PatchParameter(
        uri: bounded(uri), name: bounded(facts.literal(term, .rdfsLabel) ?? URIPart.last(of: uri)),
        isWritable: writable.contains(term), isReadable: readable.contains(term))
      parameter.valueType = facts.value(term, .rdfsRange).flatMap(facts.uri).map(bounded)
      parameter.defaultValue = facts.value(term, .lv2Default).flatMap(facts.number)
      parameter.minimum = facts.value(term, .lv2Minimum).flatMap(facts.number)
      parameter.maximum = facts.value(term, .lv2Maximum).flatMap(facts.number)
      parameter.unit = facts.value(term, .unitsUnit).flatMap { Units.symbol(of: $0, facts) }
      return parameter
    }.sorted { $0.uri < $1.uri }
  }

  private func icon(_ remarks: inout [ScanRemark]) -> String? {
    guard let view = facts.value(of: table[.modguiGui]),
      let picture = facts.value(view, .modguiThumbnail) ?? facts.value(view, .modguiScreenshot),
      let path = facts.uri(picture).flatMap(FileURI.path)
    else { return nil }
    guard let problem = gate.problem(with: path) else { return bounded(path) }
    remarks.append(.unusablePicture(bounded(path), problem))
    return nil
  }

  /// The manifest's, or one that only a data file names.
  private func binary() throws(PluginProblem) -> String {
    guard let uri = binaries.first ?? facts.uris(of: table[.lv2Binary]).first else { throw .missingBinary }
    guard let path = FileURI.path(uri) else { throw .binaryNotFile(bounded(uri)) }
    if let problem = gate.problem(with: path) { throw .unusableBinary(bounded(path), problem) }
    return path
  }
}
