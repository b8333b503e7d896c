// Hosts import RenderChain alone: components, states and the audio files that it renders come with it.
@_exported public import AudioFiles
@_exported public import ComponentModel
