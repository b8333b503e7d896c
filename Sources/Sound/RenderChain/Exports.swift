// Hosts import RenderChain alone: chains come with it.
@_exported public import ChainHosting
