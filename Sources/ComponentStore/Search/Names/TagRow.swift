internal import ComponentModel

/// A tag with its row.
struct TagRow {
  var id: Int64
  var tag: Tag
  /// Its index in the list of all tags.
  var position: Int
}
