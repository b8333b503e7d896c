#ifndef AUCAT_ICU_CALLS_H
#define AUCAT_ICU_CALLS_H

// ICU's functions, looked up at the first call. If this module were linked with ICU, the loader would bind 2,500
// symbols of ICU and of the C++ library that it needs at every start: a quarter of the time of a search, and few
// searches call ICU.

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/ures.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

/// Every function that this module calls.
#define AUCAT_ICU_CALLS(CALL)                                                                                            \
  CALL(u_charType) CALL(u_errorName) CALL(u_isalnum) CALL(u_strFoldCase) CALL(u_strFromUTF8WithSub)                      \
  CALL(u_strToUTF8WithSub) CALL(ubrk_clone) CALL(ubrk_close) CALL(ubrk_following) CALL(ubrk_open) CALL(ubrk_setText)     \
  CALL(ucol_close) CALL(ucol_getSortKey) CALL(ucol_open) CALL(uloc_addLikelySubtags) CALL(uloc_canonicalize)             \
  CALL(uloc_getISO3Country) CALL(uloc_getISO3Language) CALL(uloc_getLanguage) CALL(uloc_getScript)                       \
  CALL(unorm2_getNFCInstance) CALL(unorm2_getNFDInstance) CALL(unorm2_getNFKCInstance) CALL(unorm2_normalize)            \
  CALL(uregex_close) CALL(uregex_matches) CALL(uregex_open) CALL(uregex_setStackLimit) CALL(uregex_setText)              \
  CALL(uregex_setTimeLimit) CALL(ures_close) CALL(ures_getByKey) CALL(ures_getStringByKey) CALL(ures_openDirect)         \
  CALL(uscript_getScript)

/// A pointer to each function. ICU's macros rename the members too, to names such as `ucol_open_72`, so
/// `aucatICU()->ucol_open(…)` reads as a call.
typedef struct {
#define AUCAT_ICU_POINTER(name) __typeof__(name) *name;
  AUCAT_ICU_CALLS(AUCAT_ICU_POINTER)
} AucatICUCalls;

/// The functions of ICU, in the version that this module was built with. If a program is not linked with ICU (the
/// installed `aucat` is not) and ICU is missing, this prints why and exits with status 127, as the loader would.
const AucatICUCalls *aucatICU(void);

#endif
