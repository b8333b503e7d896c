// lilv's one header, found through pkg-config. Only `Discovery.swift` imports this.
#include <lilv/lilv.h>
