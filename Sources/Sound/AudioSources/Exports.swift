// Sources come with chains, MIDI and the audio that they give.
@_exported public import RenderChain
