/// A group of ports.
enum GroupProblem: Problem {
  /// The group is one that LV2 defines for all plugins.
  case lv2Group(String)
  case noSymbol(uri: String)
  case noName(uri: String)
  case noSymbolAndName(uri: String)
  /// `left` or `right`
  case sideNotGrouped(String)

  var rule: Rule { if case .sideNotGrouped = self { .stereoNotGrouped } else { .groupUndefined } }

  var description: String {
    switch self {
    case .lv2Group(let name): "`\(name)` is LV2's own and not a group of this plugin, so hosts ignore it"
    case .noSymbol(let uri): "the group <\(uri)> has no symbol, so hosts can't save it in sessions"
    case .noName(let uri): "the group <\(uri)> has no name, so hosts can't show it"
    case .noSymbolAndName(let uri): "the group <\(uri)> has no symbol and no name, so hosts can't show or save it"
    case .sideNotGrouped(let side):
      "it is the \(side) channel of a pair among several channels, but in no group, so hosts may connect it wrongly"
    }
  }
}
