/// Where binary and Turtle disagree; ``BinaryLint`` finds it.
enum BinaryRules {
  static let rules = [
    Rule("binary-not-loadable", .error, "a binary can't be loaded", .elsewhere),
    Rule("binary-crashes", .error, "a binary crashes, hangs or ends the process when it is loaded", .elsewhere),
    Rule("binary-no-descriptor", .error, "a binary is no LV2 library", .elsewhere),
    Rule("binary-lacks-plugin", .error, "a declared plugin is not in its binary", .elsewhere),
    Rule("turtle-lacks-plugin", .note, "a plugin of the binary is not declared", .elsewhere),
    Rule("extension-missing", .warning, "declared extension data is not in the binary", .elsewhere),
    Rule("extension-undeclared", .warning, "an extension of the binary is not declared", .elsewhere),
    Rule("binary-prints", .warning, "a binary prints when it is loaded", .elsewhere),
  ]
}
