/// A part of a component in which plain words are searched for, besides its tags.
public enum WordField: Int, CaseIterable, Hashable, Sendable {
  /// Its names in every language of its bundle, and its short name.
  case name
  /// Its manufacturer, and its project.
  case maker
  /// The local name of its LV2 class without `Plugin`, the English name of its type, and mono or stereo by the number
  /// of audio channels on the wider side.
  case pluginClass
  /// Its URI without the scheme, and the name of its bundle's folder.
  case uri
  /// The description that the author gives.
  case comment
  /// The names of its parameters and of their values.
  case parameter
  /// The names of its presets.
  case preset

  /// Whether the field says what the component is: words are found within its words too, and across the boundaries
  /// between them.
  package var isStrong: Bool { rawValue <= WordField.uri.rawValue }

  /// The key that asks for the field.
  package var key: Key {
    switch self {
    case .name: .name
    case .maker: .manufacturer
    case .pluginClass: .pluginClass
    case .uri: .uri
    case .comment: .comment
    case .parameter: .parameterName
    case .preset: .presetName
    }
  }
}
