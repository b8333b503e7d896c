#ifndef AUCAT_ICU_H
#define AUCAT_ICU_H

// ICU behind a wall: this header names none of ICU's types. If ICU's headers were visible to Swift beside Foundation,
// which has an ICU of its own, a clean build would fail on two definitions of UErrorCode. Besides, ICU's functions are
// macros, which Swift does not import. Text is UTF-8 with a length; lengths are in bytes.

#include <stdbool.h>
#include <stdint.h>

/// ICU's version, such as 72.1, known without loading ICU: the names of the library and of its functions contain the
/// major version, so no other one can be loaded.
const char *aucatICUVersion(void);

/// Writes a text's folded form into `out` and returns its length, which may be more than `capacity`: then call again
/// with room for it. -1 if ICU fails, as when memory is exhausted.
///
/// ignoreCase: full case folding, the same in every locale. ignoreAccents: nonspacing marks are left out. The result is
/// in NFC; with neither flag it is the NFC of the text.
int32_t aucatFold(const char *text, int32_t length, bool ignoreCase, bool ignoreAccents, char *out, int32_t capacity);

/// Writes the words of a text, each folded without case and accents and followed by a line feed, and returns their
/// length as aucatFold does. Compatibility forms, such as full-width letters, count as the plain ones. A word is a run
/// of letters and digits; in scripts that put no spaces between words, it is a word by ICU's word breaks.
int32_t aucatWords(const char *text, int32_t length, char *out, int32_t capacity);

/// A compiled regular expression, for one thread at a time.
typedef struct AucatPattern AucatPattern;

/// Compiles a regular expression; returns a null pointer, with ICU's reason in `problem` (128 bytes), if it is not
/// valid.
AucatPattern *aucatPatternOpen(const char *expression, int32_t length, char *problem);
void aucatPatternClose(AucatPattern *pattern);
/// Returns 1 if the whole text matches, 0 if it does not, -1 if the match was stopped at its limit of time or memory.
int32_t aucatPatternMatches(AucatPattern *pattern, const char *text, int32_t length);

/// The order of texts in a locale.
typedef struct AucatCollator AucatCollator;

AucatCollator *aucatCollatorOpen(const char *locale);
void aucatCollatorClose(AucatCollator *collator);
/// Writes the sort key of a text and returns its length in bytes, as aucatFold does.
int32_t aucatCollatorKey(const AucatCollator *collator, const char *text, int32_t length, uint8_t *out, int32_t capacity);

/// Writes ICU's canonical name (`pt_BR`, `zh_Hant_TW`) of a locale as users write it (`pt_BR.UTF-8@euro`, `zh-tw`).
/// Returns its length, or -1 if ICU fails or the capacity is too small.
int32_t aucatLocaleCanonical(const char *locale, char *out, int32_t capacity);
/// Writes the locale's language code and likely script (`zh_Hant`, `de_Latn`), and returns as aucatLocaleCanonical
/// does.
int32_t aucatLocaleLanguage(const char *locale, char *out, int32_t capacity);

/// Whether a two-letter code is one of ISO 639-1.
bool aucatIsLanguage(const char *code);
/// Writes the code of the language that most people of a region speak (`ja` for `JP`) and returns its length; -1 if
/// there is no such region.
int32_t aucatRegionLanguage(const char *region, char *out, int32_t capacity);

/// The resource bundle of one language, compiled by genrb.
typedef struct AucatResources AucatResources;

/// Opens `LOCALE.res` in a folder and no other file; returns a null pointer if ICU can't. A damaged file can crash ICU.
AucatResources *aucatResourcesOpen(const char *folder, const char *locale);
void aucatResourcesClose(AucatResources *resources);
/// Writes the text of a key in a table and returns its length, as aucatFold does; -1 if there is none.
int32_t aucatResourcesText(
    const AucatResources *resources, const char *table, const char *key, char *out, int32_t capacity);

#endif
