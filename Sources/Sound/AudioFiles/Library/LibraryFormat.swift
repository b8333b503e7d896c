internal import CSoundFile

/// libsndfile's numbers for formats and channels.
enum LibraryFormat {
  private static let containers: [(code: Int32, container: Container)] = [
    (0x01_0000, .wav), (0x13_0000, .wav), (0x22_0000, .rf64), (0x17_0000, .flac), (0x20_0000, .ogg), (0x23_0000, .mp3),
    (0x02_0000, .aiff), (0x18_0000, .caf), (0x03_0000, .au), (0x0B_0000, .w64),
  ]

  private static let encodings: [(code: Int32, encoding: Encoding)] = [
    (0x01, .int8), (0x05, .int8), (0x02, .int16), (0x03, .int24), (0x04, .int32), (0x06, .float32), (0x07, .float64),
    (0x10, .muLaw), (0x11, .aLaw), (0x60, .vorbis), (0x64, .opus), (0x70, .alac), (0x71, .alac), (0x72, .alac),
    (0x73, .alac), (0x82, .mp3),
  ]

  /// Unsigned 8-bit samples, as in WAV and its relatives.
  private static let unsigned8: Int32 = 0x05

  static func container(_ format: Int32) -> Container {
    containers.first { $0.code == format & Int32(aucatSoundFileTypeMask) }?.container ?? .other
  }

  static func encoding(_ format: Int32) -> Encoding {
    encodings.first { $0.code == format & Int32(aucatSoundFileSubtypeMask) }?.encoding ?? .other
  }

  /// The library's number for a format to write; nil if it has none.
  static func code(_ container: Container, _ encoding: Encoding) -> Int32? {
    guard let kind = containers.first(where: { $0.container == container })?.code,
      let subtype = encodings.first(where: { $0.encoding == encoding })?.code
    else { return nil }
    let isUnsigned = encoding == .int8 && [.wav, .rf64, .w64].contains(container)
    return kind | (isUnsigned ? unsigned8 : subtype)
  }

  private static let channels: [(code: Int32, role: ChannelRole)] = [
    (2, .left), (3, .right), (4, .center), (1, .center), (5, .left), (6, .right), (7, .center), (8, .rearCenter),
    (9, .rearLeft), (10, .rearRight), (11, .lowFrequencyEffects), (12, .centerLeft), (13, .centerRight),
    (14, .sideLeft), (15, .sideRight), (16, .topCenter), (17, .topFrontLeft), (18, .topFrontRight),
    (19, .topFrontCenter), (20, .topRearLeft), (21, .topRearRight), (22, .topRearCenter), (23, .ambisonicW),
    (24, .ambisonicX), (25, .ambisonicY), (26, .ambisonicZ),
  ]

  /// The layout of a channel map; nil if it has an unknown number.
  static func layout(_ map: [Int32]) -> ChannelLayout? {
    let roles = map.compactMap { code in channels.first { $0.code == code }?.role }
    return roles.count == map.count ? ChannelLayout(roles) : nil
  }

  /// The masks that FLAC's specification gives 3 to 8 channels; libsndfile does not report them.
  private static let masksOfFLAC: [Int: UInt32] = [3: 0x7, 4: 0x33, 5: 0x37, 6: 0x3F, 7: 0x70F, 8: 0x63F]

  /// The usual layout, for files that don't specify one.
  static func usualLayout(_ container: Container, channelCount: Int) -> ChannelLayout {
    if container == .flac, let mask = masksOfFLAC[channelCount] {
      return ChannelLayout(waveMask: mask, channelCount: channelCount)
    }
    return .standard(channelCount: max(0, channelCount))
  }

  /// The channel map of a layout; nil if the library has no number for one of its channels.
  static func map(_ layout: ChannelLayout) -> [Int32]? {
    if layout == .mono { return [1] }
    let codes = layout.roles.compactMap { role in channels.first { $0.role == role }?.code }
    return codes.count == layout.channelCount ? codes : nil
  }
}
