// Tracks come with the sources that they play.
@_exported public import AudioSources
