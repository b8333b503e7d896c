internal import AudioSources

/// Owns the converter that a device's callback runs, and its memory.
final class ConverterMemory {
  // SAFETY: The window, its pointers and the table stay until the next rate is set, which never happens while a device
  // makes calls, or else until `deinit`. This object keeps the mixer's memory.

  let converter: UnsafeMutablePointer<RealtimeConverter>
  private let mixer: MixerMemory
  private let channelCount: Int
  private var window: ScratchChannels
  private let heads: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var table: SincTable?

  /// Room for a block of usual length, in addition to the frames of a sum.
  private static let spareFrames = 4_096

  /// Creates a converter for a device with the rate of the mix.
  init(_ mixer: MixerMemory, channels: Int) {
    (self.mixer, channelCount) = (mixer, channels)
    window = ScratchChannels(channels, frames: 0)
    heads = .allocate(capacity: max(1, channels))
    converter = .allocate(capacity: 1)
    converter.initialize(
      to: RealtimeConverter(
        mixer.mixer, window: window.memory, capacity: 0, heads: heads, channels: channels, weights: nil, taps: 0,
        phases: 1, from: 1, to: 1))
  }

  deinit {
    converter.deallocate()
    heads.deallocate()
  }

  /// Sets the rates, in hertz. Call it only while no device makes calls.
  func setRates(from mix: Double, to device: Double) {
    let table = mix == device ? nil : SincTable.between(mix, and: device)
    window = ScratchChannels(channelCount, frames: table.map { 2 * $0.taps + Self.spareFrames } ?? 0)
    converter.pointee = RealtimeConverter(
      mixer.mixer, window: window.memory, capacity: window.frames, heads: heads, channels: channelCount,
      weights: table?.weights, taps: table?.taps ?? 0, phases: table?.phases ?? 1, from: table?.steps.from ?? 1,
      to: table?.steps.to ?? 1)
    self.table = table
  }
}
