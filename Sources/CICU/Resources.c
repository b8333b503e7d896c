#include "CICU.h"
#include "Conversion.h"

#include <string.h>
#include <unicode/ures.h>

AucatResources *aucatResourcesOpen(const char *folder, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UResourceBundle *bundle = ures_open(folder, locale, &status);
  if (status == U_USING_DEFAULT_WARNING) {
    // The language is not there, and ICU has fallen back to that of the process, which is not the caller's.
    ures_close(bundle);
    status = U_ZERO_ERROR;
    bundle = ures_open(folder, "root", &status);
  }
  return U_SUCCESS(status) ? (AucatResources *)bundle : NULL;
}

void aucatResourcesClose(AucatResources *resources) {
  if (resources) ures_close((UResourceBundle *)resources);
}

int32_t aucatResourcesText(
    const AucatResources *resources, const char *table, const char *key, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UResourceBundle *strings = ures_getByKey((const UResourceBundle *)resources, table, NULL, &status);
  int32_t count = 0;
  const UChar *text = ures_getStringByKey(strings, key, &count, &status);
  int32_t length = U_SUCCESS(status) && text ? aucatToUTF8(text, count, out, capacity) : -1;
  ures_close(strings);
  return length;
}

int32_t aucatResourcesLocale(const AucatResources *resources, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const char *name = ures_getLocaleByType((const UResourceBundle *)resources, ULOC_VALID_LOCALE, &status);
  size_t length = U_SUCCESS(status) && name ? strlen(name) : 0;
  if (length == 0 || length >= (size_t)capacity) return -1;
  memcpy(out, name, length + 1);
  return (int32_t)length;
}
