#ifndef AUCAT_ICU_TEXT_H
#define AUCAT_ICU_TEXT_H

#include <stdbool.h>
#include "Calls.h"

/// A text in UTF-16 for the caller to free; malformed bytes become U+FFFD. A null pointer where memory is exhausted.
UChar *aucatToUTF16(const char *text, int32_t length, int32_t *count, UErrorCode *status);

/// Writes UTF-8 and returns its length, which may be more than `capacity`; -1 where ICU fails.
int32_t aucatToUTF8(const UChar *text, int32_t count, char *out, int32_t capacity);

/// Normalizes a text, or folds its case if `normalizer` is null. Takes ownership of the text. The caller frees the result, which
/// may be the text itself if ICU fails.
UChar *aucatNormalized(const UNormalizer2 *normalizer, UChar *text, int32_t *length, UErrorCode *status);

/// Folds a text as aucatFold does, and frees it as aucatNormalized does.
UChar *aucatFolded(UChar *text, int32_t *length, bool ignoreCase, bool ignoreAccents, UErrorCode *status);

#endif
