// What chains are, and the MIDI that they take, comes with how they are played.
@_exported public import ChainModel
@_exported public import MIDI
