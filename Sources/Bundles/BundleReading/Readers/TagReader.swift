internal import ComponentModel
internal import ComponentScan

/// Reads the tags that a bundle declares for one of its plugins, with the vocabulary that `schema/tags.md` describes.
struct TagReader {
  private let facts: Facts
  private var seen: Set<Term> = []
  private var record: PluginRecord
  private var remarks: [TagRemark] = []
  /// For each tag of the author's own, by its text: its position in the record, and its names by language; "" means no
  /// language.
  private var known: [String: (position: Int, names: [String: String])] = [:]
  private var bytesLeft = ScanLimits.tagBytes

  /// The record, completed with the plugin's tags. Other plugins' tags are ignored.
  ///
  /// - Parameter facts: the facts of the files; the first file that names a tag in a language wins.
  static func adding(_ facts: Facts, about plugin: Term, to record: PluginRecord) -> PluginRecord {
    var reader = TagReader(facts: facts, record: record)
    reader.read(plugin)
    reader.record.remarks += reader.remarks.map { .tag($0) }
    return reader.record
  }

  private init(facts: Facts, record: PluginRecord) {
    self.facts = facts
    self.record = record
  }

  private mutating func read(_ plugin: Term) {
    let declared = facts.objects(plugin, .standardTag, .ownTag)
    for (property, object) in declared.prefix(ScanLimits.tags) where bytesLeft > 0 { read(property, object) }
    if declared.count > ScanLimits.tags {
      remarks.append(.tooManyTags(declared.count, limit: ScanLimits.tags))
    }
    if bytesLeft == 0 { remarks.append(.longNames(limit: ScanLimits.tagBytes >> 10)) }
  }

  /// Whether there is room for a name. Once a name does not fit, nothing more is read.
  private mutating func takes(_ name: String, _ language: String = "") -> Bool {
    bytesLeft = max(0, bytesLeft - name.utf8.count - language.utf8.count)
    return bytesLeft > 0
  }

  private mutating func read(_ property: Property, _ object: Term) {
    let isText = facts.graph.kind(object).isLiteral
    switch property {
    case .standardTag where isText: addStandardTag(facts.graph.text(object))
    case .standardTag: remark(.standardTagNotText(found: described(object)))
    case _ where isText: remark(.ownTagIsText(found: described(object)))
    default: if seen.insert(object).inserted { addOwnTag(object) }
    }
  }

  private mutating func addStandardTag(_ text: String) {
    guard let name = name(text, of: "tags:standardTag"), !record.standardTags.contains(name), takes(name) else {
      return
    }
    record.standardTags.append(name)
  }

  /// Merges tags with the same text into one that has the names of both.
  private mutating func addOwnTag(_ term: Term) {
    let tag = OwnTag(labels: labels(of: term))
    guard !tag.labels.isEmpty else {
      if bytesLeft > 0 { remark(.ownTagWithoutLabel(described(term))) }
      return
    }
    var (position, names) = known[tag.text] ?? (record.ownTags.count, [:])
    if position == record.ownTags.count { record.ownTags.append(OwnTag(labels: [])) }
    for label in tag.labels where isNew(label, &names) { record.ownTags[position].labels.append(label) }
    known[tag.text] = (position, names)
  }

  private mutating func labels(of term: Term) -> [LocalizedText] {
    let objects = facts.objects(term, .rdfsLabel).map(\.object)
    var labels: [LocalizedText] = []
    var names: [String: String] = [:]
    for object in objects.prefix(ScanLimits.tagNames) where bytesLeft > 0 {
      guard let label = label(object), takes(label.text, label.language ?? "") else { continue }
      if isNew(label, &names) { labels.append(label) }
    }
    if objects.count > ScanLimits.tagNames {
      remark(.tooManyLabels(objects.count, limit: ScanLimits.tagNames))
    }
    return labels
  }

  private mutating func label(_ object: Term) -> LocalizedText? {
    guard facts.graph.kind(object).isLiteral else {
      remark(.labelNotText(found: described(object)))
      return nil
    }
    let language = facts.graph.language(object).map { facts.graph.text($0) }
    if let language, language.utf8.count > ScanLimits.language {
      remark(.longLanguage(ofLabel: described(object), language.utf8.count))
      return nil
    }
    return name(facts.graph.text(object), of: "tags:ownTag").map { LocalizedText($0, language: language?.lowercased()) }
  }

  /// Whether a label is the first one in its language, which wins.
  private mutating func isNew(_ label: LocalizedText, _ names: inout [String: String]) -> Bool {
    guard let known = names[label.language ?? ""] else {
      if names.count < ScanLimits.tagNames {
        names[label.language ?? ""] = label.text
        return true
      }
      remark(.tooManyNames(limit: ScanLimits.tagNames))
      return false
    }
    guard known != label.text else { return false }
    remark(
      .repeatedName(language: label.language, taken: Self.shown(known), other: Self.shown(label.text)))
    return false
  }

  /// Authors' tags follow the same rules as users' tags, and may not contain any other control character either.
  private mutating func name(_ text: String, of property: String) -> String? {
    do throws(UserLabelError) {
      let name = try UserLabel(.tag, text).name
      guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        remark(.unusableName(property: property, .controlCharacter(bounded(name, to: 60))))
        return nil
      }
      return name
    } catch {
      remark(.unusableName(property: property, Self.problem(error)))
      return nil
    }
  }

  private static func problem(_ error: UserLabelError) -> TagRemark.NameProblem {
    switch error.problem {
    case .empty: .empty
    case .tooLong: .tooLong(bounded(error.text, to: 20), error.text.utf8.count)
    case .controlCharacter, .predicate, .uri: .controlCharacter(bounded(error.text, to: 60))
    }
  }

  private mutating func remark(_ remark: TagRemark) { if remarks.count < ScanLimits.tags { remarks.append(remark) } }

  private func described(_ term: Term) -> String {
    switch facts.graph.kind(term) {
    case .uri: "<\(bounded(facts.graph.text(term), to: 200))>"
    case .blank: "a blank node"
    default: Self.shown(facts.graph.text(term))
    }
  }

  private static func shown(_ text: String) -> String { "\"\(bounded(text, to: 60))\"" }
}
