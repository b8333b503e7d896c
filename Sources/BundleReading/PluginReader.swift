internal import ComponentModel
internal import ComponentScan
internal import Lilv

/// Turns what lilv has read of one plugin into a record.
struct PluginReader {
  /// Why a plugin can't be used.
  struct Fault: Error {
    var reason: String
  }

  private let rule: FileRule
  private var portReader = PortReader()

  init(rule: FileRule) { self.rule = rule }

  mutating func record(of plugin: Resource, uri: String, names: [LocalizedText]) throws(Fault) -> PluginRecord {
    var record = PluginRecord(uri: uri)
    record.names = self.names(of: plugin, names, &record.remarks)
    record.classes = plugin.uris(.rdfType).prefix(ScanLimits.values).map(bounded)
    readAuthor(of: plugin, into: &record)
    readTexts(of: plugin, into: &record)
    readVersion(of: plugin, into: &record)
    readLists(of: plugin, into: &record)
    record.binary = try binary(of: plugin)
    record.icon = icon(of: plugin, &record.remarks)
    do throws(PortReader.Fault) {
      record.ports = try portReader.ports(of: plugin, remarks: &record.remarks)
    } catch {
      throw Fault(reason: error.reason)
    }
    return record
  }

  private func names(of plugin: Resource, _ localized: [LocalizedText], _ remarks: inout [String]) -> [LocalizedText] {
    if !localized.isEmpty { return localized }
    if let text = plugin.literal(.doapName) { return [LocalizedText(bounded(text))] }
    remarks.append(Remark.noName)
    return []
  }

  private func readAuthor(of plugin: Resource, into record: inout PluginRecord) {
    let project = plugin.value(.lv2Project)
    record.project = project?.uri.map(bounded)
    record.projectName = project?.literal(.doapName).map(bounded)
    let people = [plugin, project].compactMap(\.self).flatMap { subject in
      Self.byName(subject.values(.doapMaintainer)) + Self.byName(subject.values(.doapDeveloper))
    }
    record.author = people.lazy.compactMap(\.name).first.map(bounded)
    record.homepage = people.lazy.compactMap { $0.person.value(.foafHomepage) }.first.map { bounded($0.text) }
    record.license = (plugin.value(.doapLicense) ?? project?.value(.doapLicense)).map { bounded($0.text) }
  }

  private static func byName(_ people: [Resource]) -> [(name: String?, person: Resource)] {
    people.map { (name: $0.literal(.foafName), person: $0) }
      .sorted { ($0.name ?? "", $0.person.text) < ($1.name ?? "", $1.person.text) }
  }

  private func readTexts(of plugin: Resource, into record: inout PluginRecord) {
    record.shortName = (plugin.literal(.lv2ShortName) ?? plugin.literal(.doapShortDescription)).map(bounded)
    let comment = plugin.literal(.rdfsComment) ?? plugin.literal(.doapDescription)
    record.comment = comment.map { bounded($0, to: ScanLimits.comment) }
    record.mainInputGroup = plugin.value(.groupsMainInput)?.uri.map(bounded)
    record.mainOutputGroup = plugin.value(.groupsMainOutput)?.uri.map(bounded)
  }

  /// Where the manifest and the data give different versions, lilv keeps both; the higher one is the newer file's.
  private func readVersion(of plugin: Resource, into record: inout PluginRecord) {
    let project = plugin.value(.lv2Project)
    func highest(_ property: Property) -> Int {
      let own = plugin.values(property).compactMap(\.integer).max()
      return min(max(0, own ?? project?.value(property)?.integer ?? 0), Int(Int32.max))
    }
    record.version = Version(minor: highest(.lv2MinorVersion), micro: highest(.lv2MicroVersion))
  }

  private func readLists(of plugin: Resource, into record: inout PluginRecord) {
    func list(_ property: Property) -> [String] { plugin.uris(property).prefix(ScanLimits.values).map(bounded) }
    record.requiredFeatures = list(.lv2RequiredFeature)
    record.optionalFeatures = list(.lv2OptionalFeature)
    record.extensionData = list(.lv2ExtensionData)
    record.replaces = Set(list(.lv2Replaces) + list(.dcReplaces)).sorted()
    record.interfaces = plugin.values(.uiInterface).prefix(ScanLimits.values).compactMap { interface in
      guard let uri = interface.uri else { return nil }
      return InterfaceRecord(uri: bounded(uri), type: interface.uris(.rdfType).first.map(bounded) ?? "")
    }.sorted { $0.uri < $1.uri }
    record.patchParameters = patchParameters(of: plugin)
  }

  private func patchParameters(of plugin: Resource) -> [PatchParameter] {
    let readable = Set(plugin.uris(.patchReadable))
    let nodes = plugin.values(.patchWritable) + plugin.values(.patchReadable)
    var parameters: [String: PatchParameter] = [:]
    let writable = Set(plugin.uris(.patchWritable))
    for node in nodes.prefix(ScanLimits.values) {
      guard let uri = node.uri, parameters[uri] == nil else { continue }
      var parameter = PatchParameter(
        uri: bounded(uri), name: node.literal(.rdfsLabel).map(bounded) ?? bounded(URIPart.last(of: uri)),
        isWritable: writable.contains(uri), isReadable: readable.contains(uri))
      parameter.valueType = node.value(.rdfsRange)?.uri.map(bounded)
      parameter.defaultValue = node.value(.lv2Default)?.number
      parameter.minimum = node.value(.lv2Minimum)?.number
      parameter.maximum = node.value(.lv2Maximum)?.number
      parameter.unit = node.value(.unitsUnit).flatMap(Units.symbol)
      parameters[uri] = parameter
    }
    return parameters.values.sorted { $0.uri < $1.uri }
  }

  private func icon(of plugin: Resource, _ remarks: inout [String]) -> String? {
    guard let view = plugin.value(.modguiGui),
      let uri = (view.value(.modguiThumbnail) ?? view.value(.modguiScreenshot))?.uri, let path = FileURI.path(uri)
    else { return nil }
    guard let objection = rule.objection(to: path) else { return bounded(path) }
    remarks.append("its picture \(bounded(path)): \(objection)")
    return nil
  }

  private func binary(of plugin: Resource) throws(Fault) -> String {
    guard let uri = plugin.uris(.lv2Binary).first else { throw Fault(reason: "it has no binary (lv2:binary)") }
    guard let path = FileURI.path(uri) else { throw Fault(reason: "its binary \(bounded(uri)) is no file") }
    if let objection = rule.objection(to: path) { throw Fault(reason: "its binary \(bounded(path)): \(objection)") }
    return path
  }
}
