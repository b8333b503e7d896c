internal import AudioComponents

/// A bar on standard error for a scan that takes longer than half a second; nothing where nobody watches.
final class ProgressBar {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var lastDrawn = ContinuousClock.now
  private var hasDrawn = false

  init(_ terminal: Terminal) { isShown = terminal.showsProgress }

  func update(_ progress: ScanProgress) {
    guard isShown, .now - start > .milliseconds(500), !hasDrawn || .now - lastDrawn > .milliseconds(100) else { return }
    lastDrawn = .now
    hasDrawn = true
    StandardError.write("\r\u{1B}[K" + text(progress))
  }

  /// Takes the bar off the screen.
  func clear() {
    if hasDrawn { StandardError.write("\r\u{1B}[K") }
    hasDrawn = false
  }

  private func text(_ progress: ScanProgress) -> String {
    if progress.isWaiting { return "waiting for another scan" }
    let width = 24
    let filled = progress.bundles == 0 ? width : width * progress.bundlesDone / progress.bundles
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "scanning \(bar) \(progress.bundlesDone)/\(progress.bundles) bundles, \(progress.components) components"
  }
}
