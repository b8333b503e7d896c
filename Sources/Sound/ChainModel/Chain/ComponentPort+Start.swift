package import ComponentModel

extension ComponentPort {
  /// The value of a control port until it is set: its default, else the value nearest to 0. A trigger without a default
  /// rests at its minimum, and `lv2:enabled` is 1, whatever its default, because a bypass alone turns it off.
  package func startValue(_ sampleRate: Double) -> Double {
    if isParameter && has(.enabled) { return 1 }
    let scale = has(.sampleRate) ? sampleRate : 1
    if let defaultValue, !defaultValue.isNaN {
      // Some bundles give the range as fractions of the sample rate and the default in hertz.
      let isFraction = (minimum ?? -.infinity) <= defaultValue && defaultValue <= (maximum ?? .infinity)
      return isFraction ? defaultValue * scale : defaultValue
    }
    if isTrigger { return (minimum ?? 0) * scale }
    return max(minimum ?? 0, min(maximum ?? 0, 0)) * scale
  }

  /// The designation with which a plugin asks for a control that resets it.
  private static let reset = "http://kxstudio.sf.net/ns/lv2ext/props#Reset"

  /// Whether a value lasts for one run, after which the port returns to its start value: `pprops:trigger`.
  package var isTrigger: Bool { isParameter && (isMarked(.trigger) || designation == Self.reset) }

  /// Whether the port has a property, be it in a namespace that its author has mistaken for LV2's.
  private func isMarked(_ property: PortProperty) -> Bool {
    properties.contains { $0 == property.rawValue || $0.hasSuffix("#" + property.rawValue) }
  }

  /// Whether values between two of its values are meaningful, so that it can be ramped.
  package var isContinuous: Bool {
    guard isParameter, !belongsToHost, !isTrigger else { return false }
    let steps: [PortProperty] = [.toggled, .integer, .enumeration, .causesArtifacts, .expensive, .notAutomatic]
    return !steps.contains(where: isMarked)
  }
}
