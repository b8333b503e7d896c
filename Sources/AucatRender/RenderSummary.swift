internal import RenderChain

/// The summary of a render, in one line.
struct RenderSummary {
  let text: String

  init(_ report: RenderReport, sampleRate: Double, duration: Duration) {
    let length = Double(report.framesWritten) / sampleRate
    let seconds = Self.seconds(duration)
    var words = ["\(Self.rounded(length)) s in \(Self.rounded(seconds)) s"]
    if seconds > 0 { words.append("\(Int(length / seconds)) × real time") }
    let tail = max(0, report.framesWritten - report.framesRead)
    if tail > 0 { words.append("including \(Self.rounded(Double(tail) / sampleRate)) s of tail") }
    if report.latency > 0 {
      let skipped = report.framesSkipped
      let share = skipped == report.latency ? "compensated" : "\(skipped) of them compensated, as reported at the start"
      words.append("latency \(report.latency) frames\(skipped > 0 ? ", \(share)" : "")")
    }
    text = words.joined(separator: ", ")
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func rounded(_ seconds: Double) -> String { "\((seconds * 1_000).rounded() / 1_000)" }
}
