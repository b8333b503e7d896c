#include "CICU.h"
#include "Text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// A text that is split into words, and the buffer that these are written to.
typedef struct {
  const UChar *text;
  int32_t length;
  UBreakIterator *breaks;  // opened when first needed
  UChar *words;
  int32_t count, capacity;
  UErrorCode status;
} Breaking;

static bool belongsToWord(UChar32 character, bool isFirst) {
  const AucatICUCalls *icu = aucatICU();
  return icu->u_isalnum(character) || (!isFirst && (U_MASK(icu->u_charType(character)) & U_GC_M_MASK));
}

/// Whether the character's script puts no spaces between words.
static bool isUnspaced(UChar32 character) {
  if (character < 0x0E00) return false;
  UErrorCode status = U_ZERO_ERROR;
  switch (aucatICU()->uscript_getScript(character, &status)) {
  case USCRIPT_HAN:
  case USCRIPT_HIRAGANA:
  case USCRIPT_KATAKANA:
  case USCRIPT_THAI:
  case USCRIPT_LAO:
  case USCRIPT_KHMER:
  case USCRIPT_MYANMAR: return true;
  default: return false;
  }
}

/// Makes room for `count` UTF-16 code units in all; false if memory is exhausted.
static bool reserve(Breaking *breaking, int32_t count) {
  if (count <= breaking->capacity) return true;
  UChar *larger = realloc(breaking->words, sizeof(UChar) * (size_t)count * 2);
  if (!larger) return breaking->status = U_MEMORY_ALLOCATION_ERROR, false;
  breaking->words = larger;
  breaking->capacity = count * 2;
  return true;
}

/// Writes one word.
static void append(Breaking *breaking, int32_t start, int32_t end) {
  int32_t length = end - start;
  UChar *word = malloc(sizeof(UChar) * (size_t)length);
  if (!word) {
    breaking->status = U_MEMORY_ALLOCATION_ERROR;
    return;
  }
  memcpy(word, breaking->text + start, sizeof(UChar) * (size_t)length);
  word = aucatFolded(word, &length, true, true, &breaking->status);
  if (U_SUCCESS(breaking->status) && length > 0 && reserve(breaking, breaking->count + length + 1)) {
    memcpy(breaking->words + breaking->count, word, sizeof(UChar) * (size_t)length);
    breaking->count += length + 1;
    breaking->words[breaking->count - 1] = u'\n';
  }
  free(word);
}

static UBreakIterator *prototype;

static void openPrototype(void) {
  UErrorCode status = U_ZERO_ERROR;
  prototype = aucatICU()->ubrk_open(UBRK_WORD, "en", NULL, 0, &status);
}

/// Opens an iterator over the text. Cloning one is far cheaper than opening one.
static void openBreaks(Breaking *breaking) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, openPrototype);
  const AucatICUCalls *icu = aucatICU();
  breaking->breaks = prototype ? icu->ubrk_clone(prototype, &breaking->status)
                               : icu->ubrk_open(UBRK_WORD, "en", NULL, 0, &breaking->status);
  if (U_SUCCESS(breaking->status)) {
    icu->ubrk_setText(breaking->breaks, breaking->text, breaking->length, &breaking->status);
  }
}

/// Writes the words of a run of letters and digits that contains characters of a script without spaces.
static void breakRun(Breaking *breaking, int32_t start, int32_t end) {
  if (!breaking->breaks) openBreaks(breaking);
  while (U_SUCCESS(breaking->status) && start < end) {
    int32_t next = aucatICU()->ubrk_following(breaking->breaks, start);
    if (next == UBRK_DONE || next > end) next = end;
    append(breaking, start, next);
    start = next;
  }
}

static void breakText(Breaking *breaking) {
  int32_t start = -1;
  bool hasUnspaced = false;
  for (int32_t index = 0; index <= breaking->length && U_SUCCESS(breaking->status);) {
    int32_t position = index;
    UChar32 character = U_SENTINEL;
    if (index < breaking->length) {
      U16_NEXT(breaking->text, index, breaking->length, character);
    } else {
      index += 1;
    }
    if (character >= 0 && belongsToWord(character, start < 0)) {
      if (start < 0) start = position;
      hasUnspaced = hasUnspaced || isUnspaced(character);
    } else if (start >= 0) {
      if (hasUnspaced) {
        breakRun(breaking, start, position);
      } else {
        append(breaking, start, position);
      }
      start = -1;
      hasUnspaced = false;
    }
  }
}

int32_t aucatWords(const char *text, int32_t length, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count;
  UChar *buffer = aucatToUTF16(text, length, &count, &status);
  if (!buffer) return -1;
  buffer = aucatNormalized(aucatICU()->unorm2_getNFKCInstance(&status), buffer, &count, &status);
  Breaking breaking = {.text = buffer, .length = count, .status = status};
  breakText(&breaking);
  int32_t written = U_SUCCESS(breaking.status) ? aucatToUTF8(breaking.words, breaking.count, out, capacity) : -1;
  if (breaking.breaks) aucatICU()->ubrk_close(breaking.breaks);
  free(breaking.words);
  free(buffer);
  return written;
}
