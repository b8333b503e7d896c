/// A text with its language.
public struct LocalizedText: Hashable, Sendable {
  /// The language tag (BCP 47) as written; nil if the text has none.
  public var language: String?
  /// The text in that language.
  public var text: String

  /// A text in a language.
  public init(_ text: String, language: String? = nil) {
    self.text = text
    self.language = language
  }
}

/// A parameter that is set or read through messages instead of a port (`patch:writable`, `patch:readable`).
public struct PatchParameter: Hashable, Sendable {
  /// The URI of the parameter.
  public var uri: String
  /// Its name (`rdfs:label`), or the last part of the URI.
  public var name: String
  /// `rdfs:range`: the URI of the value's type.
  public var valueType: String?
  /// Whether the host may set it.
  public var isWritable: Bool
  /// Whether the plugin reports it.
  public var isReadable: Bool
  /// `lv2:default`.
  public var defaultValue: Double?
  /// `lv2:minimum`.
  public var minimum: Double?
  /// `lv2:maximum`.
  public var maximum: Double?
  /// The unit's symbol or URI.
  public var unit: String?

  /// A parameter with its name; the rest is empty.
  public init(uri: String, name: String, isWritable: Bool, isReadable: Bool) {
    self.uri = uri
    self.name = name
    self.isWritable = isWritable
    self.isReadable = isReadable
  }
}

/// A user interface of a plugin.
public struct InterfaceRecord: Hashable, Sendable {
  /// The URI of the interface.
  public var uri: String
  /// Its class (`ui:X11UI`, …): a URI.
  public var type: String

  /// Creates a record of an interface.
  public init(uri: String, type: String) {
    self.uri = uri
    self.type = type
  }
}

/// A preset, in the bundle that declares it.
package struct PresetRecord: Hashable, Sendable {
  /// The URI of the preset.
  package var uri: String
  /// `lv2:appliesTo`: the URI of the plugin, which another bundle may declare.
  package var appliesTo: String
  /// `rdfs:label`; nil if the bundle gives none.
  package var label: String?
  /// `pset:bank`: the bank's URI.
  package var bank: String?
  /// The bank's `rdfs:label`.
  package var bankLabel: String?

  /// A preset of a plugin.
  package init(uri: String, appliesTo: String, label: String? = nil, bank: String? = nil, bankLabel: String? = nil) {
    self.uri = uri
    self.appliesTo = appliesTo
    self.label = label
    self.bank = bank
    self.bankLabel = bankLabel
  }
}

/// A bundle's description of one plugin, as the scanner read it.
package struct PluginRecord: Hashable, Sendable {
  /// The plugin's URI: its identity.
  package var uri: String
  /// `doap:name` in every language that the bundle has.
  package var names: [LocalizedText] = []
  /// `rdf:type`: all class URIs, sorted.
  package var classes: [String] = []
  /// Name of the author: the plugin's `doap:maintainer` or `doap:developer`, else its project's.
  package var author: String?
  /// `foaf:homepage` of the author.
  package var homepage: String?
  /// `lv2:project`: the project's URI.
  package var project: String?
  /// `doap:name` of the project.
  package var projectName: String?
  /// `doap:license`: a URI or a name.
  package var license: String?
  /// `lv2:minorVersion` and `lv2:microVersion`.
  package var version = Version(minor: 0, micro: 0)
  /// `doap:shortdesc`, or `lv2:shortName`.
  package var shortName: String?
  /// `rdfs:comment`, or `doap:description`.
  package var comment: String?
  /// All ports, by index.
  package var ports: [ComponentPort] = []
  /// Parameters set by messages, by URI.
  package var patchParameters: [PatchParameter] = []
  /// `lv2:requiredFeature`: URIs, sorted.
  package var requiredFeatures: [String] = []
  /// `lv2:optionalFeature`: URIs, sorted.
  package var optionalFeatures: [String] = []
  /// `lv2:extensionData`: URIs, sorted.
  package var extensionData: [String] = []
  /// User interfaces, by URI.
  package var interfaces: [InterfaceRecord] = []
  /// `lv2:replaces` and `dc:replaces`: the URIs of the plugins that it replaces.
  package var replaces: [String] = []
  /// Absolute path of `lv2:binary`; nil if it is missing or was refused.
  package var binary: String?
  /// Absolute path of a picture of the plugin: `modgui:thumbnail`, else `modgui:screenshot`.
  package var icon: String?
  /// The group that `pg:mainInput` names.
  package var mainInputGroup: String?
  /// The group that `pg:mainOutput` names.
  package var mainOutputGroup: String?
  /// `tags:standardTag`: names of standard tags as the author wrote them.
  package var standardTags: [String] = []
  /// `tags:ownTag`: the author's own tags.
  package var ownTags: [OwnTag] = []
  /// The omissions from the record and their reasons.
  package var remarks: [ScanRemark] = []
  /// lilv's answers about the plugin; nil if only lilv itself can give them.
  package var lilvAnswers: LilvAnswers?

  /// A record with only a URI.
  package init(uri: String) { self.uri = uri }

  /// The indexes of the main audio ports of a direction: those of the main group if the bundle declares one, else all
  /// but the side chains.
  package func mainPorts(_ direction: ComponentPort.Direction) -> [Int] {
    let audio = ports.indices.filter {
      ports[$0].kind == .audio && ports[$0].direction == direction && !ports[$0].isSideChain
    }
    guard let group = direction == .input ? mainInputGroup : mainOutputGroup else { return audio }
    let grouped = audio.filter { ports[$0].group == group }
    return grouped.isEmpty ? audio : grouped
  }
}

extension PluginRecord {
  /// The size of the names and languages of the author's tags, in bytes.
  package var tagBytes: Int {
    let own = ownTags.flatMap(\.labels).reduce(0) { $0 + $1.text.utf8.count + ($1.language?.utf8.count ?? 0) }
    return standardTags.reduce(own) { $0 + $1.utf8.count }
  }
}

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

/// lilv's answers about a plugin that its own files describe, one fact per line: see `schema/lilv.md`.
package struct LilvAnswers: Hashable, Sendable {
  /// The author, whom other bundles may describe as well.
  package var author: String
  /// The plugin and its ports.
  package var facts: String

  /// Creates answers from these lines.
  package init(author: String, facts: String) {
    self.author = author
    self.facts = facts
  }
}
