#include "CICU.h"
#include "Calls.h"

#include <stdio.h>
#include <string.h>

const char *aucatICUVersion(void) { return U_ICU_VERSION; }

int32_t aucatLocaleCanonical(const char *locale, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  char plain[ULOC_FULLNAME_CAPACITY];
  aucatICU()->uloc_canonicalize(locale, plain, sizeof plain, &status);
  // Keywords (@euro) do not choose a language.
  char *keyword = strchr(plain, '@');
  if (keyword) *keyword = 0;
  int32_t length = (int32_t)strlen(plain);
  if (U_FAILURE(status) || length >= capacity) return -1;
  memcpy(out, plain, (size_t)length + 1);
  return length;
}

int32_t aucatLocaleLanguage(const char *locale, char *out, int32_t capacity) {
  const AucatICUCalls *icu = aucatICU();
  UErrorCode status = U_ZERO_ERROR;
  char likely[ULOC_FULLNAME_CAPACITY];
  char language[ULOC_LANG_CAPACITY];
  char script[ULOC_SCRIPT_CAPACITY];
  icu->uloc_addLikelySubtags(locale, likely, sizeof likely, &status);
  icu->uloc_getLanguage(likely, language, sizeof language, &status);
  icu->uloc_getScript(likely, script, sizeof script, &status);
  if (U_FAILURE(status)) return -1;
  size_t needed = strlen(language) + 1 + strlen(script);
  if (needed >= (size_t)capacity) return -1;
  strcpy(out, language);
  if (script[0]) strcat(strcat(out, "_"), script);
  return (int32_t)strlen(out);
}

bool aucatIsLanguage(const char *code) { return aucatICU()->uloc_getISO3Language(code)[0] != 0; }

int32_t aucatRegionLanguage(const char *region, char *out, int32_t capacity) {
  const AucatICUCalls *icu = aucatICU();
  char locale[ULOC_FULLNAME_CAPACITY];
  snprintf(locale, sizeof locale, "und_%s", region);
  if (!icu->uloc_getISO3Country(locale)[0]) return -1;
  UErrorCode status = U_ZERO_ERROR;
  char likely[ULOC_FULLNAME_CAPACITY];
  icu->uloc_addLikelySubtags(locale, likely, sizeof likely, &status);
  int32_t length = icu->uloc_getLanguage(likely, out, capacity, &status);
  return U_FAILURE(status) ? -1 : length;
}
