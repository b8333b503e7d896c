internal import AudioComponents
internal import AudioFiles
internal import Glibc

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
      ("length", "\(Count.text(meter.frameCount, "frame")), \(Self.clock(seconds(meter.frameCount)))"),
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
      ("peakDecibels", .optional(meter.peak.map { Self.decibels($0.value) })),
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
    return "\(value(peak)) (\(Self.decimals(Self.decibels(peak.value), 2)) dBFS) at frame "
      + "\(peak.frame), \(Self.clock(seconds(peak.frame))), channel \(peak.channel + 1) "
      + "(\(file.fileFormat.layout.roles[peak.channel]))"
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

  private static func decibels(_ value: Double) -> Double { 20 * log10(abs(value)) }

  /// A time of day: `0:03:07.250`.
  private static func clock(_ seconds: Double) -> String {
    let milliseconds = Int64((seconds * 1_000).rounded())
    let (whole, rest) = (milliseconds / 1_000, milliseconds % 1_000)
    return "\(whole / 3_600):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2)).\(padded(rest, 3))"
  }

  /// A number with `count` digits after the point.
  private static func decimals(_ value: Double, _ count: Int) -> String {
    let scale = pow(10, Double(count))
    let number = Int64((abs(value) * scale).rounded())
    let sign = value < 0 && number > 0 ? "-" : ""
    return "\(sign)\(number / Int64(scale)).\(padded(number % Int64(scale), count))"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
