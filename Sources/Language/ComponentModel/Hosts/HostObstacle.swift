/// A reason why a component can't run in a host.
public enum HostObstacle: Hashable, Sendable {
  /// It requires the feature with this URI, which the host doesn't offer.
  case feature(String)
  /// It requires the option with this URI, which the host doesn't pass.
  case option(String)
  /// It has ports of this kind, with these symbols, which the host doesn't connect.
  case ports(ComponentPort.Kind, symbols: [String])
  /// Its input and output buffers may not be the same, and the host processes in place.
  case inPlaceBroken
  /// It has no main audio output, and the host needs one.
  case noAudioOutput
  /// It has neither a main audio input nor a main audio output, and the host needs one.
  case noAudioPort
  /// The last validation of its present files ended with this verdict: `failed`, `crashed` or `timedOut`.
  case validation(String)

  /// The obstacle in English: `needs the feature http://…`.
  public var text: String {
    switch self {
    case .feature(let uri): "needs the feature \(uri)"
    case .option(let uri): "needs the option \(uri)"
    case .ports(let kind, let symbols):
      "its \(symbols.count == 1 ? "port" : "ports") \(Self.list(symbols)) \(symbols.count == 1 ? "carries" : "carry") "
        + Self.content(of: kind)
    case .inPlaceBroken: "needs separate buffers for input and output"
    case .noAudioOutput: "has no main audio output"
    case .noAudioPort: "has no main audio port"
    case .validation("crashed"): "crashed when `aucat validate` ran it"
    case .validation("timedOut"): "did not return when `aucat validate` ran it"
    case .validation: "failed when `aucat validate` tested it"
    }
  }

  /// The obstacle in English, with the host: `needs the feature http://…, which jalv 1.6.6 doesn't offer`.
  public func text(of host: HostProfile) -> String {
    switch self {
    case .feature, .option: "\(text), which \(host) doesn't offer"
    case .ports: "\(text), which \(host) doesn't connect"
    case .inPlaceBroken: "\(text), and \(host) uses the same"
    case .noAudioOutput, .noAudioPort: "\(text), which \(host) needs"
    case .validation: "\(text), so \(host) can't be expected to run it"
    }
  }

  private static func list(_ symbols: [String]) -> String {
    let shown = symbols.prefix(symbols.count == 3 ? 3 : 2).map { "`\($0)`" }
    let rest = symbols.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func content(of kind: ComponentPort.Kind) -> String {
    switch kind {
    case .audio: "audio"
    case .cv: "CV"
    case .control: "control values"
    case .atom: "atoms"
    case .event: "events of the deprecated event extension"
    case .other: "data of an unknown class"
    }
  }
}
