#ifndef AUCAT_ICU_CONVERSION_H
#define AUCAT_ICU_CONVERSION_H

#include "Calls.h"

/// A text in UTF-16 for the caller to free; malformed bytes become U+FFFD. A null pointer where memory is exhausted.
UChar *aucatToUTF16(const char *text, int32_t length, int32_t *count, UErrorCode *status);

/// Writes UTF-8 and returns its length, which may be more than `capacity`; -1 where ICU fails.
int32_t aucatToUTF8(const UChar *text, int32_t count, char *out, int32_t capacity);

#endif
