import Foundation
import TestSupport
import Testing

/// A call with many arguments says what they are.
@Suite struct ParameterLabelTests {
  /// Functions that C calls through pointers, by file and in its order: C has no labels.
  private static let calledByC = [
    "SQLite/Connection+Functions": ["callFunction"],
    "BundleReading/Turtle/Graph+Reading": ["setPrefix", "addStatement", "takeBytes"],
  ]

  /// Functions that still lack labels, in the same way. Whoever adds their labels removes them here.
  private static let exceptions = [
    "ComponentValidation/Child/MalformedEvents": ["property"],
    "ComponentValidation/Child/TestPlayer": ["set"],
    "ComponentValidation/Child/TestBench": ["problem"],
    "ComponentValidation/Child/TestBench+Conditions": ["blocks"],
    "ComponentValidation/Child/ValidationChild": ["report"],
    "ComponentValidation/ValidationProblem": ["init"],
    "ComponentValidation/ValidationRun": ["init", "outcome", "afterHostFault"],
    "ChainHosting/Live/Control/LiveChain+Edits": ["add", "check"],
  ]

  @Test("at most two parameters of a function have no label")
  func sources() throws {
    var excepted = Self.calledByC.merging(Self.exceptions) { $0 + $1 }
    for file in Repository.sources {
      // Without the layer.
      let path = file.dropFirst(Repository.path("").count).dropLast(".swift".count)
      let name = path.split(separator: "/").dropFirst(2).joined(separator: "/")
      let found = UnlabelledParameters(try String(contentsOfFile: file, encoding: .utf8)).functions
      let expected = excepted.removeValue(forKey: name) ?? []
      let lines = found.map { "\($0.name) in line \($0.line)" }
      #expect(
        found.map(\.name) == expected,
        "\(file): three or more parameters have no label in \(lines), which is excepted for \(expected)")
    }
    #expect(excepted.isEmpty, "these exceptions name files that are not there")
  }

  @Test("three parameters without labels are found, however they are written")
  func found() {
    let declarations = [
      "func f(_ a: Int, _ b: Int, _ c: Int)", "private static func f<T: A<Int>>(_ a: T, _ b: Int, _ c: Int) -> Int",
      "func f(_ a: Int, _: Int, of d: Int, _ c: [Int: (Int, Int)] = [:])",
      "func f(_ a: String = \")\", _ b: A, _ c: A)",
      "func f(\n  _ a: Int,  // One, (two\n  _ b: inout Int, _ `in`: Int\n)",
      "func f(@Wrapped(1) _ a: A, _ b: A, _ c: A)",
      "func f(_ a: Int, _ call: () -> Void, _ b: Int, _ c: Int)",
    ]
    for declaration in declarations {
      let functions = UnlabelledParameters("struct S {\n  \(declaration) {}\n}").functions
      #expect(functions.map(\.line) == [2] && functions.map(\.name) == ["f"], "\(declaration)")
    }
    for name in ["init", "init?", "init<T>"] {
      let functions = UnlabelledParameters("  \(name)(_ a: Int, _ b: Int, _ c: Int) {}").functions
      #expect(functions.map(\.name) == ["init"], "\(name)")
    }
  }

  @Test("two parameters without labels are fine, as are closures and functions exported to C")
  func others() {
    let declarations = [
      "func f(_ a: Int, _ b: Int, c: Int)", "func f(_ a: Int, _ b: Int, _ call: (Int) throws -> Void)",
      "// func f(_ a: Int, _ b: Int, _ c: Int)", "@c @implementation\npackage func f(_ a: Int, _ b: Int, _ c: Int)",
      "self.init(a, b, c)", "func f(_ a: (Int, Int, Int), with _: Int, b _: Int)",
      "func f(_ a: Int, _ b: Int) {\n  g { (_ a: Int) in a }\n}",
    ]
    for declaration in declarations { #expect(UnlabelledParameters(declaration).functions.isEmpty, "\(declaration)") }
  }
}
