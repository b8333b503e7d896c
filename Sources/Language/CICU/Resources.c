#include "CICU.h"
#include "Text.h"


AucatResources *aucatResourcesOpen(const char *folder, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  // Opens only this file: ures_open would fall back to the parent locales, and to the default locale of the process.
  UResourceBundle *bundle = aucatICU()->ures_openDirect(folder, locale, &status);
  return U_SUCCESS(status) ? (AucatResources *)bundle : NULL;
}

void aucatResourcesClose(AucatResources *resources) {
  if (resources) aucatICU()->ures_close((UResourceBundle *)resources);
}

int32_t aucatResourcesText(
    const AucatResources *resources, const char *table, const char *key, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const AucatICUCalls *icu = aucatICU();
  UResourceBundle *strings = icu->ures_getByKey((const UResourceBundle *)resources, table, NULL, &status);
  int32_t count = 0;
  const UChar *text = icu->ures_getStringByKey(strings, key, &count, &status);
  int32_t length = U_SUCCESS(status) && text ? aucatToUTF8(text, count, out, capacity) : -1;
  icu->ures_close(strings);
  return length;
}
