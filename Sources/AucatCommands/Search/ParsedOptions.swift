internal import ArgumentParser

/// The options of a command that reads its own options, as ArgumentParser parses them.
///
/// ArgumentParser finds the options of a type by reflection, so the mirror shows those that are declared.
struct ParsedOptions<Options: DeclaredOptions>: ParsableArguments, CustomReflectable {
  /// The given options; those of flags are empty.
  private(set) var values: [(name: String, value: String)] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for option in Options.declared {
      let name = Name(stringValue: option.name)
      if option.form.repeats {
        let texts = try container.decode(Option<[String]>.self, forKey: name).wrappedValue
        values += texts.map { (option.name, $0) }
      } else if option.form.takesValue {
        let value = try container.decode(Option<String?>.self, forKey: name).wrappedValue
        if let value { values.append((option.name, value)) }
      } else if try container.decode(Flag<Bool>.self, forKey: name).wrappedValue {
        values.append((option.name, ""))
      }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Options.declared.map { (label: $0.name, value: Self.property($0)) }, displayStyle: .struct)
  }

  /// The property wrapper by which ArgumentParser knows an option.
  private static func property(_ option: DeclaredOption<Options>) -> any Decodable {
    let name = NameSpecification.customLong(option.name)
    let help = ArgumentHelp(option.help, valueName: option.valueName)
    guard option.form.takesValue else { return Flag(wrappedValue: false, name: name, help: help) }
    if option.form.repeats {
      return Option<[String]>(wrappedValue: [], name: name, parsing: .unconditionalSingleValue, help: help)
    }
    let parsing: SingleValueParsingStrategy = option.form.takesDashes ? .unconditional : .next
    let completion = option.values.isEmpty ? nil : CompletionKind.list(option.values)
    return Option<String?>(name: name, parsing: parsing, help: help, completion: completion)
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
