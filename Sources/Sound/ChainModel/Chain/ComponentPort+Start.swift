package import ComponentModel

extension ComponentPort {
  /// The value of a control port until it is set: its default, else the value nearest to 0.
  package func startValue(_ sampleRate: Double) -> Double {
    let scale = has(.sampleRate) ? sampleRate : 1
    if let defaultValue, !defaultValue.isNaN {
      // Some bundles give the range as fractions of the sample rate and the default in hertz.
      let isFraction = (minimum ?? -.infinity) <= defaultValue && defaultValue <= (maximum ?? .infinity)
      return isFraction ? defaultValue * scale : defaultValue
    }
    return max(minimum ?? 0, min(maximum ?? 0, 0)) * scale
  }

  /// Whether values between two of its values are meaningful, so that it can be ramped.
  package var isContinuous: Bool {
    guard isParameter, !has(.enabled) else { return false }
    let steps: [PortProperty] = [
      .toggled, .integer, .enumeration, .trigger, .causesArtifacts, .expensive, .notAutomatic,
    ]
    return !properties.contains { property in
      steps.contains { property == $0.rawValue || property.hasSuffix("#" + $0.rawValue) }
    }
  }
}
