#ifndef AUCAT_ICU_FOLD_H
#define AUCAT_ICU_FOLD_H

#include <stdbool.h>
#include "Calls.h"

/// Normalizes a text. Frees it and returns the result for the caller to free; where ICU fails, perhaps the text itself.
UChar *aucatNormalized(const UNormalizer2 *normalizer, UChar *text, int32_t *length, UErrorCode *status);

/// Folds a text as aucatFold does, and frees it as aucatNormalized does.
UChar *aucatFolded(UChar *text, int32_t *length, bool ignoreCase, bool ignoreAccents, UErrorCode *status);

#endif
