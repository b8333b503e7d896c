internal import ComponentModel
internal import ComponentScan
internal import Lilv
internal import Turtle

/// Reads the tags that a bundle declares for one of its plugins, by the vocabulary that `schema/tags.md` describes.
struct TagReader {
  static let namespace = "urn:aucat:tags#"
  private static let standardTag = namespace + "standardTag"
  static let ownTag = namespace + "ownTag"
  /// What is asked of the files that speak of the plugin.
  static let properties: Set<String> = [standardTag, ownTag, Property.rdfsLabel.uri]

  /// A resource; one without a URI is another in each file.
  private struct Place: Hashable {
    var node: TurtleNode
    var file: Int?
  }

  /// The statements of each file.
  private let files: [TurtleIndex]
  private var seen: Set<Place> = []
  private var record: PluginRecord
  private var remarks: [String] = []
  /// Where the own tag with a text is in the record, and its names by language; "" is none.
  private var known: [String: (position: Int, names: [String: String])] = [:]
  private var bytesLeft = ScanLimits.tagBytes

  /// The record with what the files say of its plugin's tags. What is said of others' is not looked at.
  ///
  /// - Parameter files: in the order in which the first that names a tag in a language decides.
  static func adding(_ files: [TurtleIndex], to record: PluginRecord) -> PluginRecord {
    var reader = TagReader(files: files, record: record)
    reader.read()
    reader.record.remarks += reader.remarks
    return reader.record
  }

  private init(files: [TurtleIndex], record: PluginRecord) {
    self.files = files
    self.record = record
  }

  private mutating func read() {
    var count = 0
    for (position, file) in files.enumerated() {
      for statement in file[.uri(record.uri)] where statement.predicate.hasPrefix(Self.namespace) {
        count += 1
        guard count <= ScanLimits.tags, bytesLeft > 0 else { continue }
        read(statement, position)
      }
    }
    if count > ScanLimits.tags {
      remarks.append("it declares \(count) tags; the first \(ScanLimits.tags) are read")
    }
    if bytesLeft == 0 {
      remarks.append("the names of its tags have more than \(ScanLimits.tagBytes >> 10) KiB; the first are read")
    }
  }

  /// Whether there is room for a name. After one for which there is none, nothing more is read.
  private mutating func takes(_ name: String, _ language: String = "") -> Bool {
    bytesLeft = max(0, bytesLeft - name.utf8.count - language.utf8.count)
    return bytesLeft > 0
  }

  private mutating func read(_ statement: TurtleStatement, _ position: Int) {
    switch (statement.predicate, statement.object) {
    case (Self.standardTag, .literal(let text, _, _)): addStandardTag(text)
    case (Self.standardTag, let object):
      remark("tags:standardTag takes a text, the name of a standard tag, and not \(Self.described(object))")
    case (Self.ownTag, .literal(let text, _, _)):
      remark("tags:ownTag takes a resource with rdfs:label, such as [ rdfs:label \"…\" ], and not \(Self.shown(text))")
    case (Self.ownTag, let object):
      var place = Place(node: object, file: nil)
      if case .blank = object { place.file = position }
      guard seen.insert(place).inserted else { return }
      addOwnTag(place)
    default: break
    }
  }

  private mutating func addStandardTag(_ text: String) {
    guard let name = name(text, of: "tags:standardTag"), !record.standardTags.contains(name), takes(name) else {
      return
    }
    record.standardTags.append(name)
  }

  /// Two tags with one text are one, which has the names of both.
  private mutating func addOwnTag(_ place: Place) {
    let tag = OwnTag(labels: labels(of: place))
    guard !tag.labels.isEmpty else {
      if bytesLeft > 0 { remark("tags:ownTag: \(Self.described(place.node)) has no rdfs:label") }
      return
    }
    var (position, names) = known[tag.text] ?? (record.ownTags.count, [:])
    if position == record.ownTags.count { record.ownTags.append(OwnTag(labels: [])) }
    for label in tag.labels where isNew(label, &names) { record.ownTags[position].labels.append(label) }
    known[tag.text] = (position, names)
  }

  private mutating func labels(of place: Place) -> [LocalizedText] {
    let statements = place.file.map { files[$0][place.node] } ?? files.flatMap { $0[place.node] }
    let objects = statements.filter { $0.predicate == Property.rdfsLabel.uri }.map(\.object)
    var labels: [LocalizedText] = []
    var names: [String: String] = [:]
    for object in objects.prefix(ScanLimits.tagNames) where bytesLeft > 0 {
      guard let label = label(object), takes(label.text, label.language ?? "") else { continue }
      if isNew(label, &names) { labels.append(label) }
    }
    if objects.count > ScanLimits.tagNames {
      remark("a tag of its author has \(objects.count) names; the first \(ScanLimits.tagNames) are read")
    }
    return labels
  }

  private mutating func label(_ object: TurtleNode) -> LocalizedText? {
    guard case .literal(let text, _, let language) = object else {
      remark("tags:ownTag: its rdfs:label is a text, and not \(Self.described(object))")
      return nil
    }
    if let language, language.isEmpty || language.utf8.count > ScanLimits.language {
      remark("tags:ownTag: the language of \(Self.shown(text)) has \(language.utf8.count) bytes")
      return nil
    }
    return name(text, of: "tags:ownTag").map { LocalizedText($0, language: language?.lowercased()) }
  }

  /// The first name in a language is the one.
  private mutating func isNew(_ label: LocalizedText, _ names: inout [String: String]) -> Bool {
    guard let known = names[label.language ?? ""] else {
      if names.count < ScanLimits.tagNames {
        names[label.language ?? ""] = label.text
        return true
      }
      remark("tags:ownTag: a tag has more than \(ScanLimits.tagNames) names; the first are read")
      return false
    }
    guard known != label.text else { return false }
    let language = label.language.map { "in \"\($0)\"" } ?? "without a language"
    remark(
      "tags:ownTag: a tag has two names \(language); \(Self.shown(known)) is taken, \(Self.shown(label.text)) not")
    return false
  }

  /// What a person may not call a tag, an author may not either; nor may it hold any other control character.
  private mutating func name(_ text: String, of property: String) -> String? {
    do throws(UserLabelError) {
      let name = try UserLabel(.tag, text).name
      guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        remark("\(property): the tag `\(bounded(name, to: 60))` holds a control character, which none may")
        return nil
      }
      return name
    } catch {
      remark("\(property): \(error)")
      return nil
    }
  }

  private mutating func remark(_ text: String) {
    if remarks.count < ScanLimits.tags { remarks.append(bounded(text)) }
  }

  private static func described(_ node: TurtleNode) -> String {
    switch node {
    case .uri(let uri): "<\(bounded(uri, to: 200))>"
    case .blank: "a blank node"
    case .literal(let text, _, _): shown(text)
    }
  }

  private static func shown(_ text: String) -> String { "\"\(bounded(text, to: 60))\"" }
}
