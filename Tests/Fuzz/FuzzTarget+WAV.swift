import Glibc
import TestSupport

@testable import AudioFiles

extension FuzzTarget {
  /// Our own reader of WAV and RF64; libsndfile is somebody else's.
  static let wav = FuzzTarget(name: "wav", seeds: wavSeeds) { input in
    ftruncate(descriptor, 0)
    require(pwrite(descriptor, input.baseAddress, input.count, 0) == input.count, "there is room")
    let file = try AudioFile(
      FileBytes.reading(descriptor: descriptor), sampleType: .float32, isInterleaved: false, library: "none")
    require(file.length >= 0, "a length is not negative")
    let buffer = AudioBuffer(format: file.processingFormat, frameCapacity: 512)
    for _ in 0..<8 {
      try file.read(into: buffer)
      if buffer.frameLength == 0 { break }
    }
    try file.seek(to: file.length)
    try file.read(into: buffer)
    require(buffer.frameLength == 0, "nothing comes after the end")
  }

  /// A file without a name, which each input fills anew.
  private static let descriptor: Int32 = {
    var name = Array("/tmp/fuzzXXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    return descriptor
  }()

  private static let wavSeeds = [
    WAVFile(.format(), .data([1, -2, 3, -4])),
    WAVFile(.format(tag: 3, channels: 2, bits: 32), .data([0, 1, 2, 3, 4, 5, 6, 7])),
    WAVFile(.extensible(channels: 2, bits: 24, mask: 3), .data([1, 2, 3, 4, 5, 6])),
    WAVFile(.format(bits: 8), .data([7]), magic: "RF64", announced: 0xFFFF_FFFF),
  ].map(\.bytes)
}
