#include "CICU.h"
#include "Conversion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct AucatPattern {
  URegularExpression *expression;
};

// ICU counts steps of its engine, about a microsecond each; `(a+)+$` reaches this in 10 ms.
static const int32_t stepLimit = 10;
static const int32_t stackLimit = 1 << 20;

static AucatPattern *wrap(URegularExpression *expression, UErrorCode *status) {
  const AucatICUCalls *icu = aucatICU();
  icu->uregex_setTimeLimit(expression, stepLimit, status);
  icu->uregex_setStackLimit(expression, stackLimit, status);
  AucatPattern *pattern = U_SUCCESS(*status) ? malloc(sizeof(AucatPattern)) : NULL;
  if (!pattern) {
    icu->uregex_close(expression);
    return NULL;
  }
  pattern->expression = expression;
  return pattern;
}

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
  AucatPattern *pattern = U_SUCCESS(status) ? wrap(compiled, &status) : NULL;
  if (!pattern) {
    const char *reason = icu->u_errorName(status);
    snprintf(problem, 128, "%s at character %d", reason, where.offset > 0 ? where.offset : 1);
  }
  return pattern;
}

void aucatPatternClose(AucatPattern *pattern) {
  if (!pattern) return;
  aucatICU()->uregex_close(pattern->expression);
  free(pattern);
}

int32_t aucatPatternMatches(AucatPattern *pattern, const char *text, int32_t length) {
  const AucatICUCalls *icu = aucatICU();
  UErrorCode status = U_ZERO_ERROR;
  int32_t count;
  UChar *buffer = aucatToUTF16(text, length, &count, &status);
  if (!buffer) return -1;
  icu->uregex_setText(pattern->expression, buffer, count, &status);
  UBool found = icu->uregex_matches(pattern->expression, -1, &status);
  icu->uregex_setText(pattern->expression, u"", 0, &status);
  free(buffer);
  return U_SUCCESS(status) ? found != 0 : -1;
}
