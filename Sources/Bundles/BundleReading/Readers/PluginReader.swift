internal import ComponentModel
internal import ComponentScan

/// Turns the facts about one plugin into a record.
struct PluginReader {
  private let facts: Facts
  private let gate: FileGate
  private let binaries: [String]
  private var table = PropertyTable()
  private let subject: Term
  private let project: Term?
  private let hasPrototypes: Bool

  /// - Parameters:
  ///   - subjects: the plugin, then its prototypes.
  ///   - binaries: URIs of the binaries that the manifest names.
  init(_ facts: Facts, subjects: [Term], binaries: [String], gate: FileGate) {
    self.facts = facts
    self.gate = gate
    self.binaries = binaries
    subject = subjects[0]
    hasPrototypes = subjects.count > 1
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
    var ports = PortReader(facts, mainInputGroup: record.mainInputGroup)
    record.ports = try ports.ports(table[.lv2Port], remarks: &record.remarks)
    if !hasPrototypes {
      var answers = LilvAnswerReader(facts, about: subject)
      record.lilvAnswers = answers.answers(table)
    }
    guard record.byteCount <= ScanLimits.pluginBytes else { throw .tooLarge(limit: ScanLimits.pluginBytes >> 20) }
    return record
  }

  /// All names if one has a language, else one.
  private func names(_ remarks: inout [ScanRemark]) -> [LocalizedText] {
    let graph = facts.graph
    if table[.doapName].contains(where: { graph.language($0) != nil }) { return localizedNames(&remarks) }
    if let text = facts.literal(of: table[.doapName]) { return [LocalizedText(bounded(text))] }
    remarks.append(.missingName)
    return []
  }

  private func localizedNames(_ remarks: inout [ScanRemark]) -> [LocalizedText] {
    var terms = TermSet()
    for (_, term) in facts.objects(subject, .doapName) where facts.graph.kind(term).isLiteral { terms.insert(term) }
    if terms.terms.count > ScanLimits.names {
      remarks.append(.tooManyNames(terms.terms.count, limit: ScanLimits.names))
    }
    return terms.terms.prefix(ScanLimits.names).map { term in
      LocalizedText(
        bounded(facts.graph.text(term)), language: facts.graph.language(term).map { bounded(facts.graph.text($0)) })
    }
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

  /// The highest version, because if the manifest and the data differ, the higher one is newer.
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
    record.interfaces = interfaces()
    record.patchParameters = patchParameters(&record.remarks)
  }

  /// The interfaces that hosts can show: lilv leaves out those without a class or a binary.
  private func interfaces() -> [InterfaceRecord] {
    table[.uiInterface].prefix(ScanLimits.values).compactMap { interface in
      guard let uri = facts.uri(interface), let type = facts.uris(interface, .rdfType).first,
        [Property.uiBinary, .lv2Binary].contains(where: { !facts.uris(interface, $0).isEmpty })
      else { return nil }
      return InterfaceRecord(uri: bounded(uri), type: bounded(type))
    }.sorted { $0.uri < $1.uri }
  }

  /// A truncated URI would name something else, so a parameter with a long one is left out.
  private func patchParameters(_ remarks: inout [ScanRemark]) -> [PatchParameter] {
    var terms = TermSet()
    for term in table[.patchWritable] + table[.patchReadable] where facts.uri(term) != nil { terms.insert(term) }
    let usable = terms.terms.filter { facts.graph.text($0).utf8.count <= ScanLimits.name }
    if usable.count < terms.terms.count {
      remarks.append(.longURIs(of: "parameters", terms.terms.count - usable.count, limit: ScanLimits.name))
    }
    let (writable, readable) = (Set(table[.patchWritable]), Set(table[.patchReadable]))
    return usable.prefix(ScanLimits.values).map { term in
      patchParameter(term, isWritable: writable.contains(term), isReadable: readable.contains(term))
    }.sorted { $0.uri < $1.uri }
  }

  private func patchParameter(_ term: Term, isWritable: Bool, isReadable: Bool) -> PatchParameter {
    let uri = facts.graph.text(term)
    var parameter = PatchParameter(
      uri: uri, name: bounded(facts.literal(term, .rdfsLabel) ?? URIPart.last(of: uri)), isWritable: isWritable,
      isReadable: isReadable)
    parameter.valueType = facts.value(term, .rdfsRange).flatMap(facts.uri).map(bounded)
    parameter.defaultValue = facts.value(term, .lv2Default).flatMap(facts.number)
    parameter.minimum = facts.value(term, .lv2Minimum).flatMap(facts.number)
    parameter.maximum = facts.value(term, .lv2Maximum).flatMap(facts.number)
    parameter.unit = facts.value(term, .unitsUnit).flatMap { Units.symbol(of: $0, facts) }
    return parameter
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

  /// The binary that the manifest names, or one that only a data file names.
  private func binary() throws(PluginProblem) -> String {
    guard let uri = binaries.first ?? facts.uris(of: table[.lv2Binary]).first else { throw .missingBinary }
    guard let path = FileURI.path(uri) else { throw .binaryNotFile(bounded(uri)) }
    if let problem = gate.problem(with: path) { throw .unusableBinary(bounded(path), problem) }
    return path
  }
}
