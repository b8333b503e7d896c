import ComponentModel
import ComponentQuery
import ICU

extension FuzzTarget {
  /// A predicate as typed: parsed, printed, prepared and asked.
  static let predicate = FuzzTarget(name: "predicate", seeds: predicateSeeds) { input in
    let text = String(decoding: input, as: UTF8.self)
    let predicate = try ComponentPredicate(parsing: text, rules: rules)
    let printed = predicate.description
    require(
      (try? ComponentPredicate(parsing: printed, rules: rules)) == predicate, "what was printed is parsed as it was")
    let prepared = try PreparedPredicate(predicate, rules: rules)
    _ = try prepared.matches(CatalogSubject(component) { throw InvalidPredicate("no details") })
  }

  private static let rules = UnicodeRules(locale: LocaleIdentifier("de_DE"))

  private static let component: Component = {
    var component = Component(rowID: 1, uri: "urn:x:reverb", name: "Räume", type: .effect, bundle: "/usr/lib/lv2/x.lv2")
    component.tags = [Tag("Warm", source: .user)]
    return component
  }()

  private static let predicateSeeds = [
    "tag contains drum", "name beginswith[cd] \"zam\" or parameter.name contains feedback", "ANY tag LIKE \"*verb?\"",
    "tags IN {'Sampler', \"MIDI\"} AND NOT (presets > 10)", "audioInputs BETWEEN {1, 2}", "tags.@count > 3",
    "in \"my search\"",
    "stereo reverb", "name MATCHES \"[a-z]+(x|y)\"", "favorite == yes and hidden != no and latency == nil",
    "version >= \"2.4\" && addedAt < \"2026-01-01\"", "~ \"words as they are\" || TRUEPREDICATE",
  ].map { Array($0.utf8) }
}
