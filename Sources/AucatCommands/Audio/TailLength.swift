internal import ArgumentParser

/// The value of `--tail`: how long to render after the end of the input.
enum TailLength {
  /// Until the output is silent.
  case automatic
  /// From 0 to a day.
  case seconds(Double)

  /// Reads a word of the command line.
  init(_ word: String) throws {
    if word == "auto" {
      self = .automatic
    } else if let seconds = Double(word), (0...86_400).contains(seconds) {
      self = .seconds(seconds)
    } else {
      throw ValidationError("use a number of seconds, or auto")
    }
  }

  /// The seconds; nil if it is automatic.
  var seconds: Double? {
    switch self {
    case .automatic: nil
    case .seconds(let seconds): seconds
    }
  }
}
