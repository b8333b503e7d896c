/// What a scan remembers of a bundle's Turtle files: the same hash as Swift's `BundleWalk`.
#ifndef AUCAT_FINGERPRINT_H
#define AUCAT_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

/// The fingerprint of the Turtle files in a bundle's folder, from stat(2) alone; false if the folder can't be read or
/// exceeds a scan's limits.
bool fingerprintOf(const char *path, uint64_t *fingerprint);

#endif
