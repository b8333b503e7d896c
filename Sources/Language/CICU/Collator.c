#include "CICU.h"
#include "Text.h"

#include <stdlib.h>

AucatCollator *aucatCollatorOpen(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = aucatICU()->ucol_open(locale, &status);
  if (U_SUCCESS(status)) return (AucatCollator *)collator;
  status = U_ZERO_ERROR;
  collator = aucatICU()->ucol_open("root", &status);
  return U_SUCCESS(status) ? (AucatCollator *)collator : NULL;
}

void aucatCollatorClose(AucatCollator *collator) {
  if (collator) aucatICU()->ucol_close((UCollator *)collator);
}

int32_t aucatCollatorKey(
    const AucatCollator *collator, const char *text, int32_t length, uint8_t *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count;
  UChar *buffer = aucatToUTF16(text, length, &count, &status);
  if (!buffer) return -1;
  int32_t needed = aucatICU()->ucol_getSortKey((const UCollator *)collator, buffer, count, out, capacity);
  free(buffer);
  return needed;
}
