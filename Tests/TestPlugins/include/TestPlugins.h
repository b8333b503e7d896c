#ifndef AUCAT_TEST_PLUGINS_H
#define AUCAT_TEST_PLUGINS_H

// SwiftPM wants a public header of every C target. No module imports this one: a host finds the plugins in the built
// library by lv2_descriptor, which the LV2 headers declare.

#endif
