#ifndef AUCAT_ICU_TEXT_H
#define AUCAT_ICU_TEXT_H

#include <stdbool.h>
#include "Calls.h"

/// Returns a text in UTF-16 for the caller to free; malformed bytes become U+FFFD. Returns a null pointer if memory is
/// exhausted or ICU fails.
UChar *aucatToUTF16(const char *text, int32_t length, int32_t *count, UErrorCode *status);

/// Writes UTF-8 and returns its length, which may be more than `capacity`; -1 if ICU fails.
int32_t aucatToUTF8(const UChar *text, int32_t count, char *out, int32_t capacity);

/// Normalizes a text, or folds its case if `normalizer` is null. Takes ownership of the text. The caller frees the
/// result, which is the text itself if memory is exhausted.
UChar *aucatNormalized(const UNormalizer2 *normalizer, UChar *text, int32_t *length, UErrorCode *status);

/// Folds a text as aucatFold does, and takes ownership of it as aucatNormalized does.
UChar *aucatFolded(UChar *text, int32_t *length, bool ignoreCase, bool ignoreAccents, UErrorCode *status);

#endif
