// Sources come with chains, MIDI and the audio that they deliver.
@_exported public import RenderChain
