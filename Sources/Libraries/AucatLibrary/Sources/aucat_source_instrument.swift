// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import AudioFiles
internal import AudioSources
package import CAucat
internal import RenderChain

// SAFETY: `required` and `object` check what these functions get from C for NULL, copy text, and retain objects. A
// caller passes as many bytes as it says; they are copied.

/// How many audio inputs the first component of a chain has; they are silent.
private func inputs(_ chain: RenderChain, _ catalog: CatalogObject) throws -> Int {
  guard let first = chain.stages.first else { throw CallFailure.argument("the chain has no components") }
  return try catalog.manager().component(uri: first.component)?.audioInputs ?? 0
}

@c @implementation
package func aucat_source_chain(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ source: OpaquePointer?,
  _ options: UnsafePointer<aucat_render_options>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let rendering = try Rendering(chain, in: catalog, options: options, telling: nil, context: nil)
    let source = try required(source, "source", as: SourceObject.self).source
    return handle(SourceObject(try rendering.source(over: source)))
  }
}

@c @implementation
package func aucat_source_instrument(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ midi: OpaquePointer?, _ rate: Double,
  _ options: UnsafePointer<aucat_render_options>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let rendering = try Rendering(chain, in: catalog, options: options, telling: nil, context: nil)
    let count = try inputs(rendering.chain, required(catalog, "catalog"))
    try checkRate(rate)
    let messages = try object(midi, MIDIObject.self)?.messages(rate)
    return handle(SourceObject(try rendering.instrument(messages, sampleRate: rate, inputs: count)))
  }
}

private func instrument(_ source: OpaquePointer?) throws -> InstrumentSource {
  guard let made = try required(source, "source", as: SourceObject.self).source as? InstrumentSource else {
    throw CallFailure.argument("source is not an instrument")
  }
  return made
}

@c @implementation
package func aucat_source_send(
  _ source: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) { try instrument(source).send(MIDIMessage(frame: 0, bytes: message(bytes, count))) }
}

@c @implementation
package func aucat_source_finish(_ source: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
  attempt(error) { try instrument(source).finish() }
}

@c @implementation
package func aucat_render_source(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ source: OpaquePointer?, _ output: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aucat_render_options>?, _ progress: aucat_render_fn?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let source = try required(source, "source", as: SourceObject.self).source
    let target = try FileTarget(
      required(output, "output"),
      like: AudioFileFormat(.wav, sampleRate: source.format.sampleRate, layout: source.format.layout))
    guard chain != nil else {
      try target.write(source) { frames in
        if let progress, !progress(frames, context) { throw Rendering.stopped }
      }
      return
    }
    let rendering = try Rendering(chain, in: catalog, options: options, telling: progress, context: context)
    try rendering.run(from: source, sampleRate: source.format.sampleRate, opened: target.open)
    try target.finish()
  }
}

@c @implementation
package func aucat_render_midi(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ midi: OpaquePointer?, _ rate: Double,
  _ output: UnsafePointer<CChar>?, _ options: UnsafePointer<aucat_render_options>?, _ progress: aucat_render_fn?,
  _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let rendering = try Rendering(chain, in: catalog, options: options, telling: progress, context: context)
    let count = try inputs(rendering.chain, required(catalog, "catalog"))
    try checkRate(rate)
    let feed = MessageFeed(
      try required(midi, "midi", as: MIDIObject.self).messages(rate), channelCount: count)
    let target = try FileTarget(
      required(output, "output"), like: AudioFileFormat(.wav, sampleRate: rate, layout: .stereo))
    try rendering.run(from: feed, sampleRate: rate, opened: target.open)
    try target.finish()
  }
}
