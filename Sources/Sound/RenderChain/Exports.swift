// Hosts import only RenderChain: chains come with it.
@_exported public import ChainHosting
