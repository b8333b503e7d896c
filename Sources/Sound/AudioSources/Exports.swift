// Importing this module also imports chains, MIDI and audio formats, which its declarations use.
@_exported public import RenderChain
