internal import Glibc

/// Standard error, unbuffered. Write errors are ignored: there is nowhere left to report them.
enum StandardError {
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = Glibc.write(2, bytes.baseAddress, bytes.count) }
  }
}
