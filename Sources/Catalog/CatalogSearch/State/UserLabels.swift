internal import UserDataStore
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// The labels of the attached user store, for searches. All are read together.
struct UserLabels {
  /// Whether there is a user store; if not, nothing has a label.
  let isAttached: Bool
  private let labels: [Label]
  /// The labelled components, by the hash of the URI.
  private let marks: [Mark]

  private struct Label {
    var row: Int64
    var kind: String
    var name: String
  }

  /// A URI that has a label. Its 64-bit hash stands for it; that two of a user's URIs share one is too improbable to
  /// matter.
  private struct Mark {
    var uri: UInt64
    /// The index of the label.
    var label: Int
  }

  init(_ connection: Connection, isAttached: Bool) throws {
    self.isAttached = isAttached
    guard isAttached else {
      (labels, marks) = ([], [])
      return
    }
    let store = UserRows(connection, schema: "user")
    var labels: [Label] = []
    try store.read(.label) { row in
      labels.append(Label(row: try row.rowID("id"), kind: try row.text("kind"), name: try row.text("name")))
    }
    var marks: [Mark] = []
    // Both tables are in the order of the labels' rows.
    var index = 0
    try store.read(.labelled) { row in
      let label = try row.rowID("label")
      while index < labels.count, labels[index].row < label { index += 1 }
      // Without foreign keys, another program may have deleted only a label.
      guard index < labels.count, labels[index].row == label, case .text(let uri) = row.value(at: 1) else { return }
      if labels[index].kind != UserLabel.Kind.collection.rawValue {
        marks.append(Mark(uri: Self.hash(uri), label: index))
      }
    }
    self.labels = labels
    self.marks = marks.sorted { ($0.uri, $0.label) < ($1.uri, $1.label) }
  }

  private static func hash(_ uri: UnsafeRawBufferPointer) -> UInt64 {
    // SAFETY: The bytes are only read during the call.
    var hash = StableHash()
    hash.add(uri)
    return hash.value
  }

  /// The row of the label for favourites; nil if there is none.
  var favorite: Int64? { row(.favorite) }

  /// The row of the label for hidden components; nil if there is none.
  var hidden: Int64? { row(.hidden) }

  private func row(_ kind: UserLabel.Kind) -> Int64? { labels.first { $0.kind == kind.rawValue }?.row }

  /// The number of a component's user tags, as an SQL expression.
  var tagCount: String {
    guard isAttached else { return "0" }
    return """
      (SELECT count(*) FROM user.labelled AS x JOIN user.label AS l ON l.id = x.label
       WHERE x.uri = c.uri AND l.kind = 'tag')
      """
  }

  /// All tags of the user.
  var tags: [TagRow] {
    var tags: [TagRow] = []
    for label in labels where label.kind == UserLabel.Kind.tag.rawValue {
      tags.append(TagRow(id: label.row, tag: Tag(label.name, source: .user), position: tags.count))
    }
    return tags
  }

  /// Adds the labels to components.
  func add(to components: inout [Component]) {
    guard !marks.isEmpty else { return }
    for index in components.indices {
      var uri = components[index].uri
      // SAFETY: `hash` reads the bytes within the buffer, and keeps none of them.
      let hash = uri.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) }
      var next = marks.lowerBound(isBefore: { $0.uri < hash })
      while next < marks.count, marks[next].uri == hash {
        add(labels[marks[next].label], to: &components[index])
        next += 1
      }
    }
  }

  private func add(_ label: Label, to component: inout Component) {
    switch UserLabel.Kind(rawValue: label.kind) {
    case .favorite: component.isFavorite = true
    case .hidden: component.isHidden = true
    default: component.tags.append(Tag(label.name, source: .user))
    }
  }
}
