import AudioComponents
import AudioFiles
import ComponentPredicates
import Foundation
import RenderChain

/// A host that imports Foundation beside everything of this package, and does all that the README shows.
func studio() throws {
  var configuration = try Configuration.current()
  configuration.locale = LocaleIdentifier("de_DE")
  configuration.notice = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
  let manager = ComponentManager(configuration)

  let byText = try manager.components(matching: "tag == Reverb and audioInputs == %@", arguments: [2])
  let byMacro = try manager.components(
    matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") && !$0.isHidden })
  let longest = try manager.prepare(#Predicate { $0.allTagNames.contains("Hall") && $0.name.count > 8 })
  print("found", byText.map(\.name), byText == byMacro)
  print("planned", try longest.count(), try longest.plan().steps.last?.conditions ?? [])
  print("language", manager.standardLocalizedTagNames.contains("Hall"))

  let age = -Date(timeIntervalSince1970: Double(byText[0].addedAt.secondsSince1970)).timeIntervalSinceNow
  print("seen", (0..<3_600).contains(age))

  do {
    _ = try manager.components(matching: "nme == x")
  } catch {
    if case .invalidPredicate(let reason) = error { print("invalid", reason.column ?? 0, reason.suggestion ?? "") }
  }
  var other = configuration
  other.catalogPath = CommandLine.arguments[1]
  do {
    try ComponentManager(other).scan()
  } catch {
    print("refused", error.store == .catalog, error.path ?? "")
  }
  do {
    // A predicate that traps is an error of the search.
    // swift-format-ignore: NeverForceUnwrap
    _ = try manager.components(matching: #Predicate<Component> { $0.license!.count > 0 })
  } catch {
    if case .testFailed(let cause) = error { print("failed", cause is PredicateError) }
  }

  try manager.setUserTagNames(["Warm"], of: byText[0].uri)
  print("tagged", try manager.component(uri: byText[0].uri)?.userTagNames ?? [])
  var chain = RenderChain()
  chain.append(byText[0])
  let report = try chain.renderFile("in.wav", to: "studio.wav")
  print("rendered", report.framesWritten)
}
