/// Where binary and Turtle disagree; ``BinaryLint`` finds it.
enum BinaryRules {
  static let notLoadable = Rule("binary-not-loadable", .error, "a binary can't be loaded", .elsewhere)
  static let crashes = Rule(
    "binary-crashes", .error, "a binary crashes, hangs or ends the process when it is loaded", .elsewhere)
  static let noDescriptor = Rule("binary-no-descriptor", .error, "a binary is no LV2 library", .elsewhere)
  static let lacksPlugin = Rule("binary-lacks-plugin", .error, "a declared plugin is not in its binary", .elsewhere)
  static let undeclaredPlugin = Rule("turtle-lacks-plugin", .note, "a plugin of the binary is not declared", .elsewhere)
  static let missingExtension = Rule(
    "extension-missing", .warning, "declared extension data is not in the binary", .elsewhere)
  static let undeclaredExtension = Rule(
    "extension-undeclared", .warning, "an extension of the binary is not declared", .elsewhere)
  static let prints = Rule("binary-prints", .warning, "a binary prints when it is loaded", .elsewhere)

  static let rules = [
    notLoadable, crashes, noDescriptor, lacksPlugin, undeclaredPlugin, missingExtension, undeclaredExtension, prints,
  ]
}
