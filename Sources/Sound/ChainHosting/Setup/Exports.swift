// Chains as values, and the MIDI that they take, come with this module.
@_exported public import ChainModel
@_exported public import MIDI
