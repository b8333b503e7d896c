extension ComponentPort {
  /// The value that a person writes: the label of a scale point, `yes` or `no` for a toggle, or a number, also with the
  /// port's unit or a k for thousands, such as `-6 dB`, `1.5kHz` or `2k`. Case makes no difference.
  ///
  /// - Returns: nil if the text is no value of the port. The range is not checked.
  package func value(written text: String) -> Float? {
    let word = text.lowercased()
    if let point = scalePoints.first(where: { $0.label.lowercased() == word }) { return Float(point.value) }
    if has(.toggled) {
      if ["yes", "on", "true"].contains(word) { return 1 }
      if ["no", "off", "false"].contains(word) { return 0 }
    }
    return measured(text)
  }

  /// The values that it takes, as a remedy for one that it doesn't.
  package var takes: String {
    let labels = scalePoints.map { "`\($0.label)`" }.joined(separator: ", ")
    let number = "it takes a number\(unit.map { " in \($0)" } ?? "")"
    return labels.isEmpty ? number : "\(number), or \(labels)"
  }

  private func measured(_ text: String) -> Float? {
    let digits = text.prefix { "+-.0123456789eE".contains($0) }
    guard let number = Float(digits), number.isFinite else { return nil }
    if digits.count == text.count { return number }
    let rest = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let unit = unit?.lowercased() ?? ""
    if !unit.isEmpty && rest == unit { return number }
    return rest == "k" || (!unit.isEmpty && rest == "k" + unit) ? number * 1_000 : nil
  }
}
