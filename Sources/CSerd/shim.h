// serd's one header, found through pkg-config (lilv brings it). Only module Turtle imports this.
#include <serd/serd.h>
