#include "Text.h"

#include "CICU.h"

#include <stdlib.h>

UChar *aucatToUTF16(const char *text, int32_t length, int32_t *count, UErrorCode *status) {
  UChar *buffer = malloc(sizeof(UChar) * ((size_t)length + 1));
  if (!buffer) return NULL;
  aucatICU()->u_strFromUTF8WithSub(buffer, length + 1, count, text, length, 0xFFFD, NULL, status);
  if (U_SUCCESS(*status)) return buffer;
  free(buffer);
  return NULL;
}

int32_t aucatToUTF8(const UChar *text, int32_t count, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = 0;
  aucatICU()->u_strToUTF8WithSub(out, capacity, &length, text, count, 0xFFFD, NULL, &status);
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}

/// Removes the nonspacing marks from a decomposed text, in place, and returns its new length.
static int32_t withoutMarks(UChar *text, int32_t length) {
  const AucatICUCalls *icu = aucatICU();
  int32_t kept = 0;
  for (int32_t index = 0; index < length;) {
    UChar32 character;
    int32_t start = index;
    U16_NEXT(text, index, length, character);
    if (icu->u_charType(character) == U_NON_SPACING_MARK) continue;
    while (start < index) text[kept++] = text[start++];
  }
  return kept;
}

/// Writes the normal form of a text, or its case-folded form if `normalizer` is null.
static int32_t change(
    const UNormalizer2 *normalizer, const UChar *text, int32_t length, UChar *out, int32_t capacity, UErrorCode *status) {
  const AucatICUCalls *icu = aucatICU();
  return normalizer ? icu->unorm2_normalize(normalizer, text, length, out, capacity, status)
                    : icu->u_strFoldCase(out, capacity, text, length, U_FOLD_CASE_DEFAULT, status);
}

UChar *aucatNormalized(const UNormalizer2 *normalizer, UChar *text, int32_t *length, UErrorCode *status) {
  // Case folding makes at most three code units of one. A normal form may need more: then the loop runs again.
  int32_t capacity = *length * 3 + 16;
  while (true) {
    UChar *result = malloc(sizeof(UChar) * (size_t)capacity);
    if (!result) {
      *status = U_MEMORY_ALLOCATION_ERROR;
      return text;
    }
    int32_t needed = change(normalizer, text, *length, result, capacity, status);
    if (*status != U_BUFFER_OVERFLOW_ERROR) {
      free(text);
      *length = needed;
      return result;
    }
    free(result);
    *status = U_ZERO_ERROR;
    capacity = needed;
  }
}

UChar *aucatFolded(UChar *text, int32_t *length, bool ignoreCase, bool ignoreAccents, UErrorCode *status) {
  const AucatICUCalls *icu = aucatICU();
  if (ignoreAccents) {
    text = aucatNormalized(icu->unorm2_getNFDInstance(status), text, length, status);
    if (U_SUCCESS(*status)) *length = withoutMarks(text, *length);
  }
  if (U_SUCCESS(*status)) text = aucatNormalized(icu->unorm2_getNFCInstance(status), text, length, status);
  if (ignoreCase && U_SUCCESS(*status)) {
    text = aucatNormalized(NULL, text, length, status);
    if (U_SUCCESS(*status)) text = aucatNormalized(icu->unorm2_getNFCInstance(status), text, length, status);
  }
  return text;
}

int32_t aucatFold(const char *text, int32_t length, bool ignoreCase, bool ignoreAccents, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count;
  UChar *buffer = aucatToUTF16(text, length, &count, &status);
  if (!buffer) return -1;
  buffer = aucatFolded(buffer, &count, ignoreCase, ignoreAccents, &status);
  int32_t written = U_SUCCESS(status) ? aucatToUTF8(buffer, count, out, capacity) : -1;
  free(buffer);
  return written;
}
