extension Component {
  /// The tags for people: a tag of the user's that spells another of the component's tags is one with that, which then has
  /// the user among its sources.
  public var displayTags: [Tag] {
    let spelled = Set(tags.compactMap(\.spelledTag))
    if spelled.isEmpty { return tags }
    return tags.filter { $0.spelledTag == nil }.map { tag in
      guard tag.isSystem, spelled.contains(tag.identifier) else { return tag }
      var tag = tag
      tag.sources.append(.user)
      return tag
    }
  }
}
