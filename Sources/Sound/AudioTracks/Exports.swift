// Importing this module also imports the sources that tracks play.
@_exported public import AudioSources
