import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// The Swift of the language's page, as it stands there.
struct LanguagePageSwiftTests {
  @Test("it stands in this file, line by line, compiles, finds what it should, and prints what the page shows")
  func runs() throws {
    let manager = try LanguagePageCatalog.shared.get().manager
    let source = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n").map(LanguagePage.trimmed)
    let blocks = LanguagePage.shared.blocks.filter { $0.language == "swift" }
    verify(blocks.count, equals: 4)
    for block in blocks {
      let lines = block.lines.map(LanguagePage.trimmed)
      let isHere = source.indices.contains { source[$0...].starts(with: lines) }
      verify(isHere, "line \(block.line)")
    }

    var printed: [String] = []
    func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

    let typed = manager.prepare(try manager.predicate("nordic comp"), words: .typing)
    print(try typed.components(limit: 10).map(\.name))

    let halls = try manager.components(matching: "tag == Reverb and audioOutputs == 2")
    let name = #"Rock "n" Roll' OR name != '"#
    let none = try manager.components(matching: "name == %@", arguments: [name])
    let dry = try manager.components(
      matching: "tag IN %@ AND audioInputs BETWEEN %@ AND license == %@",
      arguments: [["Reverb", "Delay"], [1, 2], String?.none])
    let vocal = try manager.components(matching: "type == %@ and ~ %@", arguments: [ComponentType.effect, "vocal mix"])
    verify(halls.map(\.name) == ["Cathedral"] && none.isEmpty)
    verify(dry.map(\.name), equals: ["Café Delay", "Spring Reverb"])
    verify(vocal.map(\.name), equals: ["Vocal Compressor", "Cathedral"])

    let predicate = try manager.predicate("in \"stereo halls\" or ~ compressro")
    print(predicate)
    let resolved = try manager.resolved(predicate)
    print(resolved)
    let test = try PreparedPredicate(resolved, rules: manager.textRules)
    let subject = CatalogSubject(halls[0]) { try manager.details(of: halls[0]) }
    print(try test.matches(subject), try manager.prepare(predicate).count())
    let reason = try manager.why(halls[0], matches: predicate)
    print(reason.isFound, reason.truth.children.map(\.isTrue))
    verify(printed, equals: LanguagePage.shared.blocks.filter { $0.language == "text" }.flatMap(\.lines))

    let wide = try manager.components(
      matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") })
    verify(wide.map(\.name), equals: ["Cathedral"])
  }
}
