internal import AudioComponents

/// Says why a search has found nothing.
enum EmptyResultText {
  /// One or two lines; empty if only hidden components match, of which a note tells.
  static func text(_ result: EmptyResult) -> String {
    if result.hidden > 0 { return "" }
    if result.quarantined > 0 {
      return "only what is quarantined matches; --all shows it with the reason"
    }
    return result.description
  }

  /// The note on hidden components that match; nil if none does.
  static func hidden(_ count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 hidden component matches; --all shows it"
    default: "\(count) hidden components match; --all shows them"
    }
  }
}
