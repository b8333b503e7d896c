// What chains are comes with how they are played.
@_exported public import ChainModel
