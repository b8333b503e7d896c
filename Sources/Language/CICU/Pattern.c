#include "CICU.h"
#include "Text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ICU's unit is thousands of steps of its engine, less than a millisecond; `(a+)+$` reaches this limit within 10 ms.
static const int32_t stepLimit = 10;
static const int32_t stackLimit = 1 << 20;

AucatPattern *aucatPatternOpen(const char *expression, int32_t length, char *problem) {
  const AucatICUCalls *icu = aucatICU();
  UErrorCode status = U_ZERO_ERROR;
  UParseError where;
  memset(&where, 0, sizeof where);
  int32_t count;
  UChar *buffer = aucatToUTF16(expression, length, &count, &status);
  if (!buffer) {
    snprintf(problem, 128, "memory is exhausted");
    return NULL;
  }
  URegularExpression *compiled = icu->uregex_open(buffer, count, 0, &where, &status);
  free(buffer);
  if (compiled) {
    icu->uregex_setTimeLimit(compiled, stepLimit, &status);
    icu->uregex_setStackLimit(compiled, stackLimit, &status);
  }
  if (U_SUCCESS(status)) return (AucatPattern *)compiled;
  if (compiled) icu->uregex_close(compiled);
  snprintf(problem, 128, "%s at character %d", icu->u_errorName(status), where.offset > 0 ? where.offset : 1);
  return NULL;
}

void aucatPatternClose(AucatPattern *pattern) {
  if (pattern) aucatICU()->uregex_close((URegularExpression *)pattern);
}

int32_t aucatPatternMatches(AucatPattern *pattern, const char *text, int32_t length) {
  const AucatICUCalls *icu = aucatICU();
  URegularExpression *expression = (URegularExpression *)pattern;
  UErrorCode status = U_ZERO_ERROR;
  int32_t count;
  UChar *buffer = aucatToUTF16(text, length, &count, &status);
  if (!buffer) return -1;
  icu->uregex_setText(expression, buffer, count, &status);
  UBool found = icu->uregex_matches(expression, -1, &status);
  icu->uregex_setText(expression, u"", 0, &status);
  free(buffer);
  return U_SUCCESS(status) ? found != 0 : -1;
}
