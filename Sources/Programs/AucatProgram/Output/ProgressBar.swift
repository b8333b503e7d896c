internal import AudioComponents

/// A bar on standard error for work that takes longer than half a second; nothing if that is not a terminal.
package final class ProgressBar {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var lastDrawn = ContinuousClock.now
  private var hasDrawn = false

  package init(_ terminal: Terminal) { isShown = terminal.showsProgress }

  /// Draws the progress, ten times a second at most.
  package func update(_ text: @autoclosure () -> String) {
    guard isShown, .now - start > .milliseconds(500), !hasDrawn || .now - lastDrawn > .milliseconds(100) else { return }
    lastDrawn = .now
    hasDrawn = true
    StandardError.writeText("\r\u{1B}[K" + text())
  }

  /// Removes the bar from the terminal.
  package func clear() {
    if hasDrawn { StandardError.writeText("\r\u{1B}[K") }
    hasDrawn = false
  }

  /// A bar of 24 columns.
  ///
  /// - Parameter share: the share to fill, from 0 to 1.
  package static func bar(_ share: Double) -> String {
    let width = 24
    let filled = max(0, min(width, Int(share * Double(width))))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}

extension ScanProgress {
  /// The progress of a scan, as a bar shows it.
  var text: String {
    if isWaiting { return "waiting for another scan" }
    let bar = ProgressBar.bar(bundles == 0 ? 1 : Double(bundlesDone) / Double(bundles))
    return "scanning \(bar) \(bundlesDone)/\(bundles) bundles, \(components) components"
  }
}
