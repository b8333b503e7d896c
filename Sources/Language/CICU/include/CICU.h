#ifndef AUCAT_ICU_H
#define AUCAT_ICU_H

// ICU behind a wall: this header names none of ICU's types. If ICU's headers were visible to Swift beside Foundation,
// which has an ICU of its own, a clean build would fail on two definitions of UErrorCode. ICU's functions are macros
// besides, which Swift does not import. Text is UTF-8 with a length; lengths are in bytes.

#include <stdbool.h>
#include <stdint.h>

/// ICU's version, such as 72.1, known without opening ICU: the names of the library and its functions contain the major version,
/// so no other one can be opened.
const char *aucatICUVersion(void);

/// Writes a text's folded form into `out` and returns its length, which may be more than `capacity`: then call again with
/// room for it. -1 where ICU fails (memory).
///
/// ignoreCase: full case folding, the same in every locale. ignoreAccents: combining marks are left out. The result is NFC;
/// with neither it is the NFC of the text.
int32_t aucatFold(const char *text, int32_t length, bool ignoreCase, bool ignoreAccents, char *out, int32_t capacity);

/// Writes the words of a text, each folded without case and accents and ended by a line feed; as aucatFold does. Width makes
/// no difference. A word is a run of letters and digits; in scripts that put no blanks between words, a word by ICU's word
/// break.
int32_t aucatWords(const char *text, int32_t length, char *out, int32_t capacity);

/// A compiled regular expression, for one thread at a time.
typedef struct AucatPattern AucatPattern;

/// Compiles a regular expression; a null pointer with ICU's reason in `problem` (128 bytes) where it is none.
AucatPattern *aucatPatternOpen(const char *expression, int32_t length, char *problem);
void aucatPatternClose(AucatPattern *pattern);
/// 1 where the whole text matches, 0 where not, -1 where the match was stopped at its limit of time or memory.
int32_t aucatPatternMatches(AucatPattern *pattern, const char *text, int32_t length);

/// The order of texts in a locale.
typedef struct AucatCollator AucatCollator;

AucatCollator *aucatCollatorOpen(const char *locale);
void aucatCollatorClose(AucatCollator *collator);
/// Writes the bytes by which a text sorts and returns their number, as aucatFold does.
int32_t aucatCollatorKey(const AucatCollator *collator, const char *text, int32_t length, uint8_t *out, int32_t capacity);

/// Writes ICU's canonical name (`pt_BR`, `zh_Hant_TW`) of a locale as users write it (`pt_BR.UTF-8@euro`, `zh-tw`).
/// Returns its length, -1 where the capacity is too small.
int32_t aucatLocaleCanonical(const char *locale, char *out, int32_t capacity);
/// Writes the locale's language code and likely script (`zh_Hant`, `de`); as above.
int32_t aucatLocaleLanguage(const char *locale, char *out, int32_t capacity);

/// Whether ISO 639-1 has a code of two letters.
bool aucatIsLanguage(const char *code);
/// Writes the code of the language that most people of a region speak (`ja` of `JP`); -1 where there is no such region.
int32_t aucatRegionLanguage(const char *region, char *out, int32_t capacity);

/// The resource bundle of one language, compiled by genrb.
typedef struct AucatResources AucatResources;

/// Opens `LOCALE.res` in a folder and no other file; a null pointer where ICU can't. ICU does not survive a damaged file.
AucatResources *aucatResourcesOpen(const char *folder, const char *locale);
void aucatResourcesClose(AucatResources *resources);
/// Writes the text of a key in a table; -1 where there is none. Returns the length, as aucatFold does.
int32_t aucatResourcesText(
    const AucatResources *resources, const char *table, const char *key, char *out, int32_t capacity);

#endif
