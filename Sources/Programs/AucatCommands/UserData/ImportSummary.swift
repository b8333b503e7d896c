internal import AudioComponents

/// The result of an import, in words.
struct ImportSummary {
  /// The data in the file.
  var data: UserData
  /// The amount of it that was new.
  var new: Int

  /// `3 tags, 1 favourite; 2 of them new`
  var text: String {
    if data.count == 0 { return "nothing to import" }
    let share = new == 0 ? "none" : new == data.count ? "all" : "\(new)"
    return contents + (data.count == 1 ? new == 0 ? "; not new" : "; new" : "; \(share) of them new")
  }

  /// The text for an import that replaces all data.
  var replacementText: String {
    data.count == 0 ? "deleted all your data, since the file has none" : "replaced your data with \(contents)"
  }

  /// The contents of the file, by kind.
  private var contents: String {
    let empty = count(.collection) { $0.uri == nil }
    return [
      (count(.tag), "tag", "tags"), (count(.favorite), "favourite", "favourites"),
      (count(.hidden), "hidden plugin", "hidden plugins"),
      (count(.collection) - empty, "plugin in a collection", "plugins in collections"),
      (empty, "empty collection", "empty collections"),
      (data.searches.count, "saved search", "saved searches"), (data.uses.count, "use count", "use counts"),
    ].filter { $0.0 > 0 }.map { Count.text($0, $1, plural: $2) }.joined(separator: ", ")
  }

  private func count(_ kind: UserLabel.Kind, where isCounted: (UserFact) -> Bool = { _ in true }) -> Int {
    data.facts.count { $0.label.kind == kind && isCounted($0) }
  }
}
