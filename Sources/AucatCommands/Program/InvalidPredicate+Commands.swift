internal import AudioComponents

extension InvalidPredicate {
  /// The error with the commands that help.
  var withCommands: InvalidPredicate {
    var error = self
    if isUnknownKey { error.remedy = (remedy.map { $0 + ", and " } ?? "") + Key.remedy }
    if isUnknownName, suggestion == nil {
      error.remedy = "`aucat saved add` or `aucat collection add` creates one"
    }
    return error
  }
}
