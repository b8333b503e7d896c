internal import Glibc

/// Standard error, unbuffered. What it does not take is lost: there is nowhere left to say so.
enum StandardError {
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = Glibc.write(2, bytes.baseAddress, bytes.count) }
  }
}
