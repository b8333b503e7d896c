#include "CLinux.h"

#include <stdint.h>

// Releases are linked with --wrap=_swift_stdlib_getScalarName, so that Swift's library calls this function for
// `Unicode.Scalar.Properties.name`, which nothing here uses: that saves the table of Unicode's names, which takes 0.5
// MB.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}
