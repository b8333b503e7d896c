internal import AudioComponents
package import AudioFiles
internal import Glibc

/// Levels and times of a sound, as people read them.
package enum AudioText {
  /// A sample's level in dBFS.
  package static func decibels(_ value: Double) -> Double { 20 * log10(abs(value)) }

  /// A time in hours, minutes and seconds: `0:03:07.250`.
  package static func clock(_ seconds: Double) -> String {
    let milliseconds = Int64((seconds * 1_000).rounded())
    let (whole, rest) = (milliseconds / 1_000, milliseconds % 1_000)
    return
      "\(whole / 3_600):\(String(whole / 60 % 60, width: 2)):\(String(whole % 60, width: 2)).\(String(rest, width: 3))"
  }

  /// A number with `count` digits after the point.
  package static func decimals(_ value: Double, _ count: Int) -> String {
    let scale = pow(10, Double(count))
    guard abs(value) * scale < 1e15 else { return "\(value)" }
    let number = Int64((abs(value) * scale).rounded())
    let sign = value < 0 && number > 0 ? "-" : ""
    return "\(sign)\(number / Int64(scale)).\(String(number % Int64(scale), width: count))"
  }

  /// `channel 2 (right)`, from a number that begins at 0.
  package static func channel(_ number: Int, of format: AudioFileFormat) -> String {
    let roles = format.layout.roles
    return "channel \(number + 1)" + (roles.indices.contains(number) ? " (\(roles[number]))" : "")
  }
}
