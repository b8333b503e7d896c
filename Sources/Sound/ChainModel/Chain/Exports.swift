// Chains come with components, states and the audio that they render.
@_exported public import AudioFiles
@_exported public import ComponentModel
