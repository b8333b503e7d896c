internal import AucatProgram
internal import AudioComponents
internal import AudioFiles

/// The report of `aucat peak` on a file.
struct PeakReport {
  let path: String
  let file: AudioFile
  let meter: PeakMeter

  private static let indent = 18

  /// The report for people.
  func text(_ terminal: Terminal) -> String {
    let lines = [
      ("file", path), ("file format", "\(file.fileFormat)"), ("processing format", "\(file.processingFormat)"),
      ("length", "\(Count.text(meter.frameCount, "frame")), \(AudioText.clock(seconds(meter.frameCount)))"),
      ("loudest", loudest), ("not finite", nonFinite),
    ]
    let remarks = file.remarks.map { ("remark", $0) }
    return (lines + remarks).map { label, value in
      if value.isEmpty { return "" }
      let padding = String(repeating: " ", count: max(1, Self.indent - label.count))
      return terminal.dim(label) + padding + Escaping.escaped(value) + "\n"
    }.joined()
  }

  /// The report for programs: see `schema/output/README.md`.
  var json: JSON {
    let format = file.fileFormat
    return .object([
      ("file", .string(path)), ("container", .string(format.container.rawValue)),
      ("encoding", .string(format.encoding.rawValue)), ("validBits", .optional(format.validBits)),
      ("sampleRate", .number(format.sampleRate)), ("channels", .int(format.channelCount)),
      ("layout", .strings(format.layout.roles.map(\.description))),
      ("processing", .string("\(file.processingFormat)")), ("frames", .int(Int(meter.frameCount))),
      ("seconds", .number(seconds(meter.frameCount))), ("peak", .number(meter.peak?.value ?? 0)),
      ("peakDecibels", .optional(meter.peak.map { AudioText.decibels($0.value) })),
      ("peakFrame", .optional(meter.peak.map { Int($0.frame) })),
      ("peakSeconds", .optional(meter.peak.map { seconds($0.frame) })),
      ("peakChannel", .optional(meter.peak.map { $0.channel + 1 })), ("notFinite", .int(Int(meter.nonFiniteCount))),
      ("remarks", .strings(file.remarks)),
    ])
  }

  private var loudest: String {
    guard let peak = meter.peak else {
      return meter.frameCount == 0 ? "no frames" : "digital silence"
    }
    return "\(value(peak)) (\(AudioText.decimals(AudioText.decibels(peak.value), 2)) dBFS) at frame "
      + "\(peak.frame), \(AudioText.clock(seconds(peak.frame))), "
      + AudioText.channel(peak.channel, of: file.fileFormat)
  }

  /// The sample with the precision of its type.
  private func value(_ peak: PeakMeter.Peak) -> String {
    if file.processingFormat.sampleType == .float32 { return "\(Float(peak.value))" }
    return "\(peak.value)"
  }

  private var nonFinite: String {
    meter.nonFiniteCount == 0
      ? "" : Count.text(meter.nonFiniteCount, "sample") + ", infinite or not a number, left out of the search"
  }

  private func seconds(_ frames: Int64) -> Double { Double(frames) / file.fileFormat.sampleRate }
}
