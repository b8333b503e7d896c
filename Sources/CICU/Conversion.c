#include "Conversion.h"

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
