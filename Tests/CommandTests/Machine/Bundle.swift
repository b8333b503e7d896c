import TestSupport

/// Not Foundation's.
typealias Bundle = PluginBundle
