internal import ComponentModel

/// One tag with its names, and its row.
struct TagRow {
  var id: Int64
  var tag: Tag
  /// Where it is in the list of all tags.
  var position: Int
}
