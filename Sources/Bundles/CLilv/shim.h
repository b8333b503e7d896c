// lilv's one header, found through pkg-config. Only module Lilv imports this.
#include <lilv/lilv.h>
