/* aucat: the catalog of this machine's LV2 plugins, for hosts in C and in languages that call C.
 *
 * A program that uses it needs nothing but `pkg-config --cflags --libs aucat`. The Swift equivalent is AudioComponents.
 *
 * Objects are opaque. A function that returns a pointer to an object that is not `const` gives it to the caller, who releases
 * it with the `_free` function of its type (`aucat_close` for a catalog). An object behind a `const` pointer belongs to
 * the object it was obtained from. Objects may be released in any order: each keeps what it needs. Releasing NULL does
 * nothing.
 *
 * Text is UTF-8 and ends with NUL; a NUL inside text from a bundle becomes U+FFFD. A `const char *` that a function
 * returns is valid until the object it was obtained from is released. A `char *` belongs to the caller: release it with
 * `aucat_free`. Text that the caller passes is copied. Absent text is NULL, an absent count or sum of flags 0, an
 * absent answer false; for other numbers, see each function. An index out of range gives what an absent value gives.
 *
 * Errors: every function that can fail has `aucat_error **error` as its last parameter, which may be NULL. It sets `*error`
 * to NULL on success. On failure it returns NULL, or false, and sets `*error` to an object for `aucat_error_free`. A NULL
 * that is not a failure leaves `*error` NULL. NULL for an object or text that is required is AUCAT_ERROR_ARGUMENT, and so is
 * text that is not UTF-8; functions without an error then return what they return for something absent.
 *
 * Threads: any function may be called from any thread, and several threads may use one object at the same time, unless
 * its comment says otherwise. None may be called on an audio thread: most allocate, and many read files. Only these
 * start threads: `aucat_scan`, the first query if there is no catalog, and renders, whose threads have all ended when
 * they return; and `aucat_coordinator_start`, whose threads have ended when `aucat_coordinator_stop` returns.
 *
 * Callbacks are called on the calling thread, unless their comment says otherwise. A callback may read the objects that it
 * is given. A scan's callback, or the one for notices, must not call a function that takes that catalog, or a search or
 * changes obtained from it. A render's callback, or a search's test, may, but must not change the chain or free what
 * the running call works on. A callback must return: neither an exception nor longjmp may leave it.
 *
 * Processes: the library starts helper programs, `aucat-scan-worker` and `aucat-render`, and finds them relative to its own
 * file, or where `aucat_config` or AUCAT_WORKER says. After `fork`, the child may continue to use its objects if no
 * other thread used them during the fork; objects that follow changes or play sound stay with the parent. The library
 * installs no signal handler, and changes neither the locale nor the floating-point mode. It is never unloaded. */
#ifndef AUCAT_H
#define AUCAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows with each release that adds something; existing parts keep their meaning as long as
 * the library's name stays `libaucat.so.0`. */
#define AUCAT_ABI_VERSION 1

/* The version of the interface that the loaded library has. If it is less than the AUCAT_ABI_VERSION that a host was
 * compiled with, the library lacks functions of that header. */
uint32_t aucat_abi_version(void);

/* Releases a string that belongs to the caller. */
void aucat_free(char *text);

/* ---- Errors ------------------------------------------------------------------------------------------------------------- */

typedef struct aucat_error aucat_error;

/* Values are stable. Hosts should treat those that they don't know like AUCAT_ERROR_SYSTEM. */
typedef enum aucat_error_code {
  AUCAT_ERROR_ARGUMENT = 1,      /* A required argument is NULL, not UTF-8, or out of range. */
  AUCAT_ERROR_PREDICATE = 2,     /* The text is not a predicate, names something unknown, or takes too long. */
  AUCAT_ERROR_LABEL = 3,         /* No tag, collection or saved search can have this name. */
  AUCAT_ERROR_IN_USE = 4,        /* Saved searches use the thing to be deleted or renamed. */
  AUCAT_ERROR_UNDO = 5,          /* The change can't be undone, because something that it touched has changed since. */
  AUCAT_ERROR_USER_DATA = 6,     /* The text is not an export of user data. */
  AUCAT_ERROR_NOT_FOUND = 7,     /* No such stage of the chain, no such preset, or the component is gone. */

  AUCAT_ERROR_STORE_DAMAGED = 20,    /* A store is damaged; the next scan rebuilds the catalog. */
  AUCAT_ERROR_STORE_NEWER = 21,      /* A newer library made the store; it is left alone. */
  AUCAT_ERROR_STORE_FOREIGN = 22,    /* The file is another program's database; it is left alone. */
  AUCAT_ERROR_STORE_UNREADABLE = 23, /* The store can't be read. */
  AUCAT_ERROR_STORE_UNWRITABLE = 24, /* The store can't be written. */
  AUCAT_ERROR_STORE_BUSY = 25,       /* Another process held the store for too long. */
  AUCAT_ERROR_STORE_PLACE = 26,      /* Neither the configuration nor the environment names a usable place for the store. */
  AUCAT_ERROR_DISK = 27,             /* The disk reported an error. */
  AUCAT_ERROR_DISK_FULL = 28,        /* The disk is full. */

  AUCAT_ERROR_HELPER = 40,      /* A helper program is missing, or has another version. */
  AUCAT_ERROR_SYSTEM = 41,      /* The operating system refused to provide a process, a thread or memory. */
  AUCAT_ERROR_INTERRUPTED = 42, /* A callback stopped the operation. */

  AUCAT_ERROR_BUNDLE = 60,        /* A bundle of the chain, or a preset, can't be read. */
  AUCAT_ERROR_UNSUPPORTED = 61,   /* A plugin requires what this host lacks. */
  AUCAT_ERROR_BINARY = 62,        /* A plugin's binary can't be loaded. */
  AUCAT_ERROR_INSTANTIATION = 63, /* A plugin refused to start. */
  AUCAT_ERROR_CHANNELS = 64,      /* The chain's channels don't fit a plugin's. */
  AUCAT_ERROR_PARAMETER = 65,     /* There is no such parameter, or it can't have this value. */
  AUCAT_ERROR_STATE = 66,         /* A plugin's state can't be saved or restored. */
  AUCAT_ERROR_BLOCK_LENGTH = 67,  /* The block length does not suit a plugin. */
  AUCAT_ERROR_NOT_FINITE = 68,    /* A plugin produced infinite or NaN samples. */
  AUCAT_ERROR_INPUT = 69,         /* The output has infinite or NaN samples because the input has some. */
  AUCAT_ERROR_PLUGIN = 70,        /* A plugin crashed, hung, terminated its process, or wrote outside its memory. */
  AUCAT_ERROR_AUDIO_FILE = 71,    /* A file can't be read or written as audio. */
  AUCAT_ERROR_CHAIN_TEXT = 72,    /* The text is not a chain. */

  AUCAT_ERROR_DEVICE = 80 /* The sound server is not there, or can't be used. */
} aucat_error_code;

/* The error's cause; AUCAT_ERROR_ARGUMENT for NULL. */
aucat_error_code aucat_error_get_code(const aucat_error *error);
/* What happened, where, and the remedy, in one line of English. */
const char *aucat_error_message(const aucat_error *error);
/* The path of the store or file; NULL if the error does not concern one. */
const char *aucat_error_path(const aucat_error *error);
/* The URI of the component that is to blame; NULL if none is. */
const char *aucat_error_component(const aucat_error *error);
/* For AUCAT_ERROR_PREDICATE: where the text is wrong, in bytes from its beginning; SIZE_MAX if the text is not at fault. */
size_t aucat_error_offset(const aucat_error *error);
/* For AUCAT_ERROR_PREDICATE: the probable meaning; NULL if nothing is similar. */
const char *aucat_error_suggestion(const aucat_error *error);
/* Releases an error. */
void aucat_error_free(aucat_error *error);

/* ---- Lists of strings --------------------------------------------------------------------------------------------------- */

typedef struct aucat_strings aucat_strings;

/* The number of strings. */
size_t aucat_strings_count(const aucat_strings *strings);
/* The string at an index; NULL if there are not that many. */
const char *aucat_strings_at(const aucat_strings *strings, size_t index);
/* Releases a list, and its strings. */
void aucat_strings_free(aucat_strings *strings);

/* ---- Configuration ------------------------------------------------------------------------------------------------------ */

/* Where the stores, bundles and helper programs are, and in which language to answer. Use it from only one thread at a time.
 * A catalog that was opened with it does not see later changes. */
typedef struct aucat_config aucat_config;

/* Receives a message that people should see even though nothing failed, such as a damaged catalog that was set aside.
 * Called on any thread that uses the catalog and, during a render in this process, on plugins' threads. */
typedef void (*aucat_notice_fn)(const char *message, void *context);

typedef struct aucat_progress {
  size_t bundles_done; /* Bundles that have been read. */
  size_t bundles;      /* Bundles to read. */
  size_t components;   /* Components that have been read. */
  bool is_waiting;     /* Whether another process is scanning, and this one waits for it. */
} aucat_progress;

/* Called while a scan runs: when it begins, at most every 50 ms and at least several times a second, and when everything is
 * read. Return false to stop the scan; everything read before that is kept. */
typedef bool (*aucat_progress_fn)(const aucat_progress *progress, void *context);

/* The configuration from the environment: AUCAT_CATALOG, AUCAT_SYSTEM_CATALOG, AUCAT_USER_STORE, AUCAT_RESULTS, AUCAT_WORKER,
 * XDG_CACHE_HOME, XDG_DATA_HOME, XDG_STATE_HOME, HOME, LV2_PATH, LC_ALL, LC_MESSAGES, LANG. If LV2_PATH is set but
 * empty, it names no directory; an empty AUCAT_SYSTEM_CATALOG or AUCAT_RESULTS names no file. Reads the environment,
 * which no other thread may change meanwhile. Fails with AUCAT_ERROR_STORE_PLACE if a store's path is not UTF-8. */
aucat_config *aucat_config_new(aucat_error **error);
/* The catalog's SQLite file; NULL for none: queries then scan into memory. */
bool aucat_config_set_catalog(aucat_config *config, const char *path, aucat_error **error);
/* The catalog that `aucat scan --system` makes for all users; NULL for none. It answers queries if the user has no
 * catalog and it has everything that a scan would find; otherwise a new catalog starts as a copy of it. It is never
 * written, and is read only if root owns it and its folder and nobody else may write to them; outside /var/cache/aucat,
 * this process's user may own them, too. */
bool aucat_config_set_system_catalog(aucat_config *config, const char *path, aucat_error **error);
/* The SQLite file with what the user enters; NULL for none. */
bool aucat_config_set_user_store(aucat_config *config, const char *path, aucat_error **error);
/* The SQLite file with what a scan can't read again, which a new catalog adopts: validations, measurements, and when
 * components were first seen; NULL for none. */
bool aucat_config_set_results(aucat_config *config, const char *path, aucat_error **error);
/* The directories to search for bundles, instead of those of LV2_PATH. */
bool aucat_config_set_search_path(aucat_config *config, const char *const *directories, size_t count, aucat_error **error);
/* The language of names and the order of lists, such as "pt_BR". */
bool aucat_config_set_locale(aucat_config *config, const char *locale, aucat_error **error);
/* The programs `aucat-scan-worker` and `aucat-render`; NULL to find them. */
bool aucat_config_set_worker(aucat_config *config, const char *path, aucat_error **error);
bool aucat_config_set_renderer(aucat_config *config, const char *path, aucat_error **error);
/* The function that receives notices; without one they are dropped. `context` must outlive the catalog and everything obtained
 * from it. */
bool aucat_config_set_notice(aucat_config *config, aucat_notice_fn notice, void *context, aucat_error **error);
/* The function that receives the progress of a scan that a query starts, on the thread of that query; without one, the
 * query is silent until it has scanned. If the function returns false, the query fails with AUCAT_ERROR_INTERRUPTED;
 * what was read before that is kept. `context` must outlive the catalog and everything obtained from it. */
bool aucat_config_set_first_scan(aucat_config *config, aucat_progress_fn progress, void *context, aucat_error **error);
/* How answers follow what is installed. By default, each counts the bundles that were added, removed or replaced before it, and
 * waits 2 seconds at most for them to be read; what is left follows with the next answers. A notice tells what was taken over.
 * `seconds` is how long an answer waits; 0 waits for no bundle, and with a negative number answers come from what the last scan
 * by any program has found. Fails with AUCAT_ERROR_ARGUMENT for NaN. */
bool aucat_config_set_following(aucat_config *config, double seconds, aucat_error **error);
/* Releases a configuration; a catalog that was opened with it continues to work. */
void aucat_config_free(aucat_config *config);

/* ---- The catalog -------------------------------------------------------------------------------------------------------- */

typedef struct aucat_catalog aucat_catalog;

/* Opens the catalog; NULL configures it from the environment. Release it with aucat_close. It opens no store yet: the
 * first query does. A query on a catalog that has no bundle of the search path scans first, which takes seconds: see
 * aucat_config_set_first_scan. Fails with AUCAT_ERROR_ARGUMENT if the catalog and the user store are one file. */
aucat_catalog *aucat_open(const aucat_config *config, aucat_error **error);
/* Closes a catalog, as soon as nothing that was obtained from it needs it. */
void aucat_close(aucat_catalog *catalog);

typedef struct aucat_report {
  size_t bundles;     /* Bundles on the search path. */
  size_t components;  /* Components that the caller sees. */
  size_t added;       /* Components that were not there before. */
  size_t changed;     /* Components whose description has changed. */
  size_t removed;     /* Components that are no longer there. */
  size_t unchanged;   /* Components that have not changed. */
  size_t quarantined; /* Bundles and plugins that are kept away from hosts: see aucat_quarantined. */
  size_t unread;      /* Directories and bundles that could not be read this time. The catalog keeps what it has of them. */
  double seconds;     /* How long the scan took. */
  size_t reserved[4]; /* 0, for later versions. */
} aucat_report;

enum { AUCAT_SCAN_EVERYTHING = 1 }; /* Read unchanged bundles, too. */

/* Updates the catalog from the bundles of the search path. Only one process scans at a time, and others wait. A bad bundle
 * isn't an error. Fails with AUCAT_ERROR_INTERRUPTED if `progress` returns false.
 *
 * workers: how many bundles to read in parallel; 0 for one per processor. progress, report: may be NULL. */
bool aucat_scan(aucat_catalog *catalog, unsigned flags, unsigned workers, aucat_progress_fn progress, void *context,
                aucat_report *report, aucat_error **error);

/* The plugins and bundles kept away from hosts, one line each: the plugin's URI, or the bundle's path if the whole
 * bundle is, a TAB, and the reason. */
aucat_strings *aucat_quarantined(aucat_catalog *catalog, aucat_error **error);

/* ---- Searching ---------------------------------------------------------------------------------------------------------- */

/* A search to run as often as needed. Each call sees what any process has committed before it. */
typedef struct aucat_search aucat_search;
/* Components, in the order of a result. */
typedef struct aucat_components aucat_components;
/* One component, as it was when it was asked for. */
typedef struct aucat_component aucat_component;

typedef enum aucat_value_kind {
  AUCAT_VALUE_NULL = 0,
  AUCAT_VALUE_TEXT = 1,
  AUCAT_VALUE_NUMBER = 2,
  AUCAT_VALUE_FLAG = 3
} aucat_value_kind;

/* A value for a `%@` of a predicate. It is never parsed, whatever it holds. */
typedef struct aucat_value {
  aucat_value_kind kind;
  bool flag;        /* For AUCAT_VALUE_FLAG. */
  const char *text; /* For AUCAT_VALUE_TEXT; it must stay valid during the call. */
  double number;    /* For AUCAT_VALUE_NUMBER. */
} aucat_value;

static inline aucat_value aucat_text(const char *text) {
  aucat_value value = {AUCAT_VALUE_TEXT, false, text, 0};
  return value;
}

static inline aucat_value aucat_number(double number) {
  aucat_value value = {AUCAT_VALUE_NUMBER, false, NULL, number};
  return value;
}

static inline aucat_value aucat_flag(bool flag) {
  aucat_value value = {AUCAT_VALUE_FLAG, flag, NULL, 0};
  return value;
}

enum {
  AUCAT_SEARCH_EVERYTHING = 1, /* Hidden components and shadowed duplicates, too. */
  AUCAT_SEARCH_EXACT = 2,      /* Plain words as typed: neither corrected nor interpreted. */
  AUCAT_SEARCH_TYPING = 4      /* The last word may be unfinished, and none is corrected: for each keystroke. */
};

/* Prepares a search.
 *
 * predicate: such as "tag == Reverb and audioInputs == 2", or plain words; the language is described by `aucat help query`.
 * values: one for each `%@`; NULL if there is none. Fails with AUCAT_ERROR_PREDICATE; aucat_error_offset then says
 * where. Whether a saved search that it names exists is checked only when it runs. */
aucat_search *aucat_prepare(aucat_catalog *catalog, const char *predicate, const aucat_value *values, size_t count,
                            unsigned flags, aucat_error **error);
/* How many components match. */
bool aucat_search_count(aucat_search *search, size_t *count, aucat_error **error);
/* The first components by name, in the collation of the language; for plain words, the best matches. limit: SIZE_MAX
 * for all. */
aucat_components *aucat_search_components(aucat_search *search, size_t limit, aucat_error **error);
/* What doesn't match but is near to the search's plain words, the nearest first: components with some of the words, or with
 * words that resemble them. Empty if ten or more match, or with AUCAT_SEARCH_EXACT; both together are never more than
 * ten. No other function counts or returns these. */
aucat_components *aucat_search_near(aucat_search *search, aucat_error **error);
/* The URIs of the first components in the catalog's own order, which is the fastest to get. */
aucat_strings *aucat_search_uris(aucat_search *search, size_t limit, aucat_error **error);

/* Whether to accept a component. Set `*stop` to end the search after it. The component is valid during the call. */
typedef bool (*aucat_test_fn)(const aucat_component *component, bool *stop, void *context);

/* The components that match and that `test` accepts. */
aucat_components *aucat_search_passing(aucat_search *search, aucat_test_fn test, void *context, aucat_error **error);
/* The predicate as it is evaluated: words interpreted, saved searches and collections expanded. */
char *aucat_search_predicate(aucat_search *search, aucat_error **error);
/* How words were interpreted other than literally, such as corrections, one line each. */
aucat_strings *aucat_search_notes(aucat_search *search, aucat_error **error);
/* Runs the search, and says what decided each part of the predicate, how many components were left and how long it
 * took, one line per step. For people: the wording may change. */
aucat_strings *aucat_search_plan(aucat_search *search, aucat_error **error);
/* Explains why the search finds nothing and what would find something, in a few lines; NULL if it finds something, or if
 * there is no explanation. Takes half a second at most. */
char *aucat_search_why_nothing(aucat_search *search, aucat_error **error);
/* Explains why a component matches the search, with its flags, or doesn't: see aucat_why. */
aucat_strings *aucat_search_why(aucat_search *search, const aucat_component *component, bool *found, aucat_error **error);
/* Releases a search; its results stay. */
void aucat_search_free(aucat_search *search);

typedef enum aucat_facet {
  AUCAT_FACET_TYPE = 0,
  AUCAT_FACET_TAG = 1,
  AUCAT_FACET_MANUFACTURER = 2,
  AUCAT_FACET_LICENSE = 3,
  AUCAT_FACET_CHANNELS = 4, /* Main audio inputs and outputs, such as "2→2". */
  AUCAT_FACET_UI = 5,       /* "yes" or "no": whether it has a user interface of its own. */
  AUCAT_FACET_HOST = 6,     /* Hosts that can run it, such as "ardour": usableIn of predicates. */
  AUCAT_FACET_REALTIME = 7, /* "proven", "claimed" or "broken": realtime of predicates. */
  AUCAT_FACET_DETERMINISTIC = 8, /* "yes" or "no": whether the same input gives the same output. */
  AUCAT_FACET_VALIDATION = 9,    /* The last verdict, such as "passed". */
  /* Ranges of numbers, written as they follow the key in a predicate, such as "< 0.1". A component counts in each range
   * that contains it. Components that have not been measured are left out. */
  AUCAT_FACET_COST = 10,      /* Per cent of one core. */
  AUCAT_FACET_LATENCY = 11,   /* In frames: "== 0" and "> 0". */
  AUCAT_FACET_LOAD_TIME = 12, /* In milliseconds. */
  AUCAT_FACET_MEMORY = 13     /* In millions of bytes. */
} aucat_facet;

/* How many of a search's components have each value, the most frequent first. */
typedef struct aucat_facets aucat_facets;

/* Counts the values of all components that match. Release them with aucat_facets_free. */
aucat_facets *aucat_search_facets(aucat_search *search, aucat_error **error);
/* The number of values that a facet has. */
size_t aucat_facets_count(const aucat_facets *facets, aucat_facet facet);
/* A value: a tag in the caller's language, others as queries write them. */
const char *aucat_facets_value(const aucat_facets *facets, aucat_facet facet, size_t index);
/* How many components have the value. */
size_t aucat_facets_components(const aucat_facets *facets, aucat_facet facet, size_t index);
/* Releases the counts, and their strings. */
void aucat_facets_free(aucat_facets *facets);

/* The component with a URI; NULL without an error if there is none. Release it with aucat_component_free. */
aucat_component *aucat_find(aucat_catalog *catalog, const char *uri, aucat_error **error);
/* The component that a person means by a text, as in every command: by its URI; by its name, or the beginning of only its
 * name; by words, if it is the only one with all of them in its texts and tags, where variants such as mono and stereo count
 * as one, for which the best match stands; or by a predicate that only it matches. NULL without an error if none or several
 * are meant: `candidates`, which may be NULL, is then set to those, the best match first; else it is set to NULL. Release
 * the component with aucat_component_free, and the candidates with aucat_components_free. */
aucat_component *aucat_choose(aucat_catalog *catalog, const char *text, aucat_components **candidates, aucat_error **error);
/* The components most similar to one, the most similar first. */
aucat_components *aucat_similar(aucat_catalog *catalog, const aucat_component *component, size_t limit, aucat_error **error);
/* The other variants of a component: mono, stereo and so on. */
aucat_components *aucat_variants(aucat_catalog *catalog, const aucat_component *component, aucat_error **error);
/* Explains why a component matches a predicate without `%@` or doesn't, one line per part: "yes" or "no", a space, two
 * spaces for each level of nesting, the part, and, after a TAB, the component's value, if there is one. `found`, which
 * may be NULL, is set to whether a search finds it. */
aucat_strings *aucat_why(aucat_catalog *catalog, const aucat_component *component, const char *predicate, bool *found,
                         aucat_error **error);

/* ---- Components --------------------------------------------------------------------------------------------------------- */

/* The number of components in a list. */
size_t aucat_components_count(const aucat_components *components);
/* The component at an index, valid until the list is released; NULL if there are not that many. */
const aucat_component *aucat_components_at(const aucat_components *components, size_t index);
/* Releases a list, and the components that were obtained from it. */
void aucat_components_free(aucat_components *components);

/* A component that outlives its list. Release it with aucat_component_free. */
aucat_component *aucat_component_copy(const aucat_component *component);
/* Releases a component that aucat_find or aucat_component_copy has given. */
void aucat_component_free(aucat_component *component);

/* The plugin's URI: its identity. */
const char *aucat_component_uri(const aucat_component *component);
/* Its name, in the caller's language if the bundle has it. */
const char *aucat_component_name(const aucat_component *component);
/* Its manufacturer; NULL if the bundle names none. */
const char *aucat_component_manufacturer(const aucat_component *component);
/* Its type, in English and as queries write it, such as "MusicDevice"; and in the caller's language. */
const char *aucat_component_type(const aucat_component *component);
const char *aucat_component_localized_type(const aucat_component *component);
/* Its version, as "minor.micro". */
const char *aucat_component_version(const aucat_component *component);
/* The canonical path of the bundle's directory, without a final slash. */
const char *aucat_component_bundle(const aucat_component *component);
/* The URI of the most specific LV2 class. */
const char *aucat_component_class(const aucat_component *component);
/* Its license (`doap:license`); NULL if the bundle has none. */
const char *aucat_component_license(const aucat_component *component);
/* The common part of a plugin's variants. */
const char *aucat_component_variant(const aucat_component *component);
/* The number of main audio inputs, and of outputs: side chains don't count. */
size_t aucat_component_audio_inputs(const aucat_component *component);
size_t aucat_component_audio_outputs(const aucat_component *component);
/* The number of control-voltage inputs, and of outputs. */
size_t aucat_component_cv_inputs(const aucat_component *component);
size_t aucat_component_cv_outputs(const aucat_component *component);
/* The number of control inputs and writable patch parameters. */
size_t aucat_component_parameters(const aucat_component *component);
/* The number of presets, wherever they are declared. */
size_t aucat_component_presets(const aucat_component *component);
/* How often the user has used it. */
size_t aucat_component_uses(const aucat_component *component);
/* Its latency in frames, at the default settings, as measured by `aucat bench`. -1 if it is unknown: if it has not been
 * measured, if its files have changed since, or if no impulse showed it. 0 for NULL. */
int64_t aucat_component_latency(const aucat_component *component);
/* Measurements of `aucat bench`: the cost in per cent of one core, for music at 48 kHz in blocks of 256 frames; the
 * milliseconds, and the millions of bytes, that it takes until it can play. -1 if it has not been measured, if its
 * files have changed since, and for NULL. */
double aucat_component_cost(const aucat_component *component);
double aucat_component_load_time(const aucat_component *component);
double aucat_component_memory(const aucat_component *component);
/* Whether it receives MIDI; whether it sends MIDI. */
bool aucat_component_has_midi_input(const aucat_component *component);
bool aucat_component_has_midi_output(const aucat_component *component);
/* Whether it has audio inputs besides the main ones. */
bool aucat_component_has_side_chain(const aucat_component *component);
/* Whether it has a user interface of its own. */
bool aucat_component_has_custom_view(const aucat_component *component);
/* Whether its author promises that `run` is hard real-time safe (`lv2:hardRTCapable`). */
bool aucat_component_is_hard_realtime(const aucat_component *component);
/* The evidence for that promise: "proven" if a validation found nothing against it, "broken" if one did, "claimed" if
 * none has checked it; NULL if the author promises nothing. */
const char *aucat_component_realtime(const aucat_component *component);
/* Whether a validation got the same output from the same input: 1 or 0, and -1 if none has checked it, or for NULL. */
int aucat_component_deterministic(const aucat_component *component);
/* Whether its inputs and outputs must not share memory (`lv2:inPlaceBroken`). */
bool aucat_component_is_in_place_broken(const aucat_component *component);
/* Whether the user has marked it as a favourite; whether the user has hidden it. */
bool aucat_component_is_favorite(const aucat_component *component);
bool aucat_component_is_hidden(const aucat_component *component);
/* The URIs of its required features (`lv2:requiredFeature`); NULL if there are not that many. */
size_t aucat_component_feature_count(const aucat_component *component);
const char *aucat_component_feature(const aucat_component *component, size_t index);

enum {
  AUCAT_TAG_CLASS = 1,   /* From the LV2 class or the type. */
  AUCAT_TAG_CURATED = 2, /* From the list of well-known components that comes with the library. */
  AUCAT_TAG_AUTHOR = 4,  /* From the bundle. */
  AUCAT_TAG_USER = 8     /* From the user. */
};

/* The number of its tags, which are in the order of their names. */
size_t aucat_component_tag_count(const aucat_component *component);
/* The tag's name, in the caller's language. */
const char *aucat_component_tag_name(const aucat_component *component, size_t index);
/* Its identifier, the same in every language: the English name of a standard tag in lower case with hyphens; the text
 * of any other tag. */
const char *aucat_component_tag_identifier(const aucat_component *component, size_t index);
/* A sum of AUCAT_TAG_…: all of the tag's origins. */
unsigned aucat_component_tag_origins(const aucat_component *component, size_t index);

/* ---- Details of a component --------------------------------------------------------------------------------------------- */

typedef struct aucat_details aucat_details;

typedef enum aucat_port_kind {
  AUCAT_PORT_AUDIO = 0,
  AUCAT_PORT_CV = 1,
  AUCAT_PORT_CONTROL = 2,
  AUCAT_PORT_ATOM = 3,
  AUCAT_PORT_EVENT = 4,
  AUCAT_PORT_OTHER = 5
} aucat_port_kind;

/* Reads the details of a component. Release them with aucat_details_free. AUCAT_ERROR_NOT_FOUND if its bundle has been
 * removed, moved or changed since the component was found, and no longer has it: find it again. */
aucat_details *aucat_describe(aucat_catalog *catalog, const aucat_component *component, aucat_error **error);
/* The author's description, the home page, the project, and the paths of the binary and of a picture; NULL for what the
 * bundle lacks. */
const char *aucat_details_comment(const aucat_details *details);
const char *aucat_details_homepage(const aucat_details *details);
const char *aucat_details_project(const aucat_details *details);
const char *aucat_details_binary(const aucat_details *details);
const char *aucat_details_icon(const aucat_details *details);

/* Its names in every language that the bundle has; the language is NULL for a name without one. */
size_t aucat_details_name_count(const aucat_details *details);
const char *aucat_details_name(const aucat_details *details, size_t index);
const char *aucat_details_name_language(const aucat_details *details, size_t index);

/* The number of ports, which are in the order of their indexes; these begin at 0. */
size_t aucat_details_port_count(const aucat_details *details);
/* Its symbol: a C identifier, unique within the component. */
const char *aucat_port_symbol(const aucat_details *details, size_t port);
/* Its name for people, in the caller's language if the bundle has it. */
const char *aucat_port_name(const aucat_details *details, size_t port);
/* The kind of data that it carries; AUCAT_PORT_OTHER if there is no such port. */
aucat_port_kind aucat_port_get_kind(const aucat_details *details, size_t port);
/* Whether it is an input; else it is an output. */
bool aucat_port_is_input(const aucat_details *details, size_t port);
/* Its default, minimum and maximum, in the port's unit; NaN if the bundle gives none. The limits of a port with the property
 * "sampleRate" are multiples of the sample rate. */
double aucat_port_default(const aucat_details *details, size_t port);
double aucat_port_minimum(const aucat_details *details, size_t port);
double aucat_port_maximum(const aucat_details *details, size_t port);
/* The unit's symbol, such as "dB", or its URI; NULL if there is none. */
const char *aucat_port_unit(const aucat_details *details, size_t port);
/* The URIs of its designation and its group; NULL if there is none. */
const char *aucat_port_designation(const aucat_details *details, size_t port);
const char *aucat_port_group(const aucat_details *details, size_t port);
/* Whether it has a property: "toggled", "integer", "enumeration", "logarithmic", "reportsLatency", "isSideChain", "notOnGUI"
 * …, or a URI. */
bool aucat_port_has_property(const aucat_details *details, size_t port, const char *property);
/* Its scale points: named values, in the order of the values. The value is NaN if there is no such point. */
size_t aucat_port_point_count(const aucat_details *details, size_t port);
const char *aucat_port_point_label(const aucat_details *details, size_t port, size_t point);
double aucat_port_point_value(const aucat_details *details, size_t port, size_t point);

/* Its presets, wherever they are declared, by bank and name. The bank is NULL if there is none. */
size_t aucat_details_preset_count(const aucat_details *details);
const char *aucat_preset_uri(const aucat_details *details, size_t preset);
const char *aucat_preset_name(const aucat_details *details, size_t preset);
const char *aucat_preset_bank(const aucat_details *details, size_t preset);

/* Parameters that are set by messages (`patch:writable`, `patch:readable`), not by ports. */
size_t aucat_details_patch_parameter_count(const aucat_details *details);
/* Its URI, which identifies it, and its name. aucat_chain_set sets only ports; presets set these parameters, too. */
const char *aucat_patch_parameter_uri(const aucat_details *details, size_t parameter);
const char *aucat_patch_parameter_name(const aucat_details *details, size_t parameter);
/* The URI of the type of its values (`rdfs:range`), and the unit's symbol or URI; NULL if the bundle gives none. */
const char *aucat_patch_parameter_type(const aucat_details *details, size_t parameter);
const char *aucat_patch_parameter_unit(const aucat_details *details, size_t parameter);
/* Its default, minimum and maximum, in its unit; NaN if the bundle gives none. */
double aucat_patch_parameter_default(const aucat_details *details, size_t parameter);
double aucat_patch_parameter_minimum(const aucat_details *details, size_t parameter);
double aucat_patch_parameter_maximum(const aucat_details *details, size_t parameter);
/* Whether the host may set it; whether the plugin reports it. */
bool aucat_patch_parameter_is_writable(const aucat_details *details, size_t parameter);
bool aucat_patch_parameter_is_readable(const aucat_details *details, size_t parameter);

/* Releases the details, and their strings. */
void aucat_details_free(aucat_details *details);

/* ---- What the user enters ----------------------------------------------------------------------------------------------- */

/* Each change is a transaction of its own, and on the disk when the function returns. Components need not be installed.
 * Setting what is already set is not an error, nor is removing or renaming what is not there. */

/* Tags, with the number of components that have each. */
typedef struct aucat_tag_list aucat_tag_list;

/* The tags of all components and all user tags, by name. A user tag that is spelt like another tag is that tag. Release
 * the list with aucat_tag_list_free. */
aucat_tag_list *aucat_all_tags(aucat_catalog *catalog, aucat_error **error);
/* The number of tags. */
size_t aucat_tag_list_count(const aucat_tag_list *list);
/* The tag's name, in the caller's language. */
const char *aucat_tag_list_name(const aucat_tag_list *list, size_t index);
/* A sum of AUCAT_TAG_…: who has given it to a component. */
unsigned aucat_tag_list_origins(const aucat_tag_list *list, size_t index);
/* How many components have it. */
size_t aucat_tag_list_components(const aucat_tag_list *list, size_t index);
/* Releases the list, and its strings. */
void aucat_tag_list_free(aucat_tag_list *list);

/* The names of all standard tags, in the caller's language. */
aucat_strings *aucat_standard_tags(aucat_catalog *catalog, aucat_error **error);
/* The tags that the user gave a component. */
aucat_strings *aucat_tags(aucat_catalog *catalog, const char *uri, aucat_error **error);
/* Gives a component a tag, or takes it away. */
bool aucat_tag_add(aucat_catalog *catalog, const char *uri, const char *tag, aucat_error **error);
bool aucat_tag_remove(aucat_catalog *catalog, const char *uri, const char *tag, aucat_error **error);
/* Gives a component exactly these user tags. */
bool aucat_tags_set(aucat_catalog *catalog, const char *uri, const char *const *tags, size_t count, aucat_error **error);
/* Renames a user tag on all components. If a tag has the new name already, the two are merged. */
bool aucat_tag_rename(aucat_catalog *catalog, const char *tag, const char *name, aucat_error **error);
/* Removes a user tag from all components. */
bool aucat_tag_delete(aucat_catalog *catalog, const char *tag, aucat_error **error);

/* Marks a component as a favourite, or takes the mark away. */
bool aucat_set_favorite(aucat_catalog *catalog, const char *uri, bool is_favorite, aucat_error **error);
/* Hides a component, or shows it again. Results leave out hidden components, unless the predicate names `hidden`. */
bool aucat_set_hidden(aucat_catalog *catalog, const char *uri, bool is_hidden, aucat_error **error);

/* The names of the collections. */
aucat_strings *aucat_collections(aucat_catalog *catalog, aucat_error **error);
/* The URIs of a collection's components; NULL without an error if there is no such collection. */
aucat_strings *aucat_collection_members(aucat_catalog *catalog, const char *collection, aucat_error **error);
/* Adds a component to a collection, which is created if it does not exist. */
bool aucat_collection_add(aucat_catalog *catalog, const char *collection, const char *uri, aucat_error **error);
/* Takes a component out of a collection. */
bool aucat_collection_remove(aucat_catalog *catalog, const char *collection, const char *uri, aucat_error **error);
/* Creates an empty collection. */
bool aucat_collection_create(aucat_catalog *catalog, const char *collection, aucat_error **error);
/* Renames or deletes a collection. Fails with AUCAT_ERROR_IN_USE if saved searches use it. */
bool aucat_collection_rename(aucat_catalog *catalog, const char *collection, const char *name, aucat_error **error);
bool aucat_collection_delete(aucat_catalog *catalog, const char *collection, aucat_error **error);

/* The names of the saved searches, which predicates use as `in "name"`. */
aucat_strings *aucat_saved_searches(aucat_catalog *catalog, aucat_error **error);
/* The predicate of a saved search; NULL without an error if there is none of that name. */
char *aucat_saved_search(aucat_catalog *catalog, const char *name, aucat_error **error);
/* Saves a search, replacing one of the same name. */
bool aucat_saved_search_set(aucat_catalog *catalog, const char *name, const char *predicate, aucat_error **error);
/* Deletes a saved search. Fails with AUCAT_ERROR_IN_USE if others use it. */
bool aucat_saved_search_delete(aucat_catalog *catalog, const char *name, aucat_error **error);

/* Counts a use of a component. Call it when a person starts to use it, not for each instance of a session that is loaded. */
bool aucat_note_use(aucat_catalog *catalog, const char *uri, aucat_error **error);
/* Undoes the last change that any program made to the user's data, and returns its title; NULL without an error if there is
 * none. */
char *aucat_undo(aucat_catalog *catalog, aucat_error **error);
/* Everything that the user has entered, as JSON Lines. */
char *aucat_export(aucat_catalog *catalog, aucat_error **error);
/* Imports an export of this machine or another, all or nothing. Several exports give the same result in any order; if
 * two searches have the same name, one is given a name such as "halls (other 3f0a)". `added`, which may be NULL, is set
 * to the number of new entries. */
bool aucat_import(aucat_catalog *catalog, const char *text, size_t *added, aucat_error **error);
/* As aucat_import, and returns the new names of saved searches whose names were taken: `in "halls"` in a predicate now
 * means the other one. Tell the user. An empty list if there are none; NULL if the import fails. */
aucat_strings *aucat_import_renamed(aucat_catalog *catalog, const char *text, size_t *added, aucat_error **error);

/* ---- Changes ------------------------------------------------------------------------------------------------------------ */

/* Follows the changes that any process makes to the catalog and to what the user enters. Use it from only one thread at a
 * time. */
typedef struct aucat_changes aucat_changes;

typedef enum aucat_change_kind {
  AUCAT_CHANGE_NONE = 0,       /* There is no change at this index. */
  AUCAT_CHANGE_ADDED = 1,      /* A component has appeared. */
  AUCAT_CHANGE_CHANGED = 2,    /* A component's description has changed. */
  AUCAT_CHANGE_REMOVED = 3,    /* A component has disappeared. */
  AUCAT_CHANGE_TAGS = 4,       /* The tags that the user gave a component. */
  AUCAT_CHANGE_FAVORITE = 5,   /* Whether a component is a favourite. */
  AUCAT_CHANGE_HIDDEN = 6,     /* Whether a component is hidden. */
  AUCAT_CHANGE_COLLECTION = 7, /* Whether a component is in a collection; without a URI, the collection as a whole. */
  AUCAT_CHANGE_SEARCH = 8,     /* A saved search. */
  AUCAT_CHANGE_RESET = 9       /* Possibly everything: read everything again. */
} aucat_change_kind;

/* Starts to follow. position: from an earlier aucat_changes_position, in this process or another; "0" for everything there is;
 * NULL for what is committed from now on, which is everything that the first scan finds if there is no catalog yet.
 * Never scans. Release it with aucat_changes_free. */
aucat_changes *aucat_follow(aucat_catalog *catalog, const char *position, aucat_error **error);
/* A descriptor for poll(2), readable when it is time to call aucat_changes_read. Don't read from it or close it. -1 if the
 * system has none left; call aucat_changes_read every half second then. It also becomes readable every few seconds while nothing
 * changes, so poll may return before its timeout without a change. */
int aucat_changes_descriptor(const aucat_changes *changes);
/* Fetches what was committed since the last call, without waiting. `*count`, which may be NULL, is set to the number of
 * changes, often 0. They are valid until the next call. After a failure, the next call tries again. */
bool aucat_changes_read(aucat_changes *changes, size_t *count, aucat_error **error);
/* The subject of the change. */
aucat_change_kind aucat_changes_kind(const aucat_changes *changes, size_t index);
/* The component's URI; NULL if the change is not about one component. */
const char *aucat_changes_uri(const aucat_changes *changes, size_t index);
/* The name of the collection or saved search; NULL for other changes. */
const char *aucat_changes_label(const aucat_changes *changes, size_t index);
/* Where to resume after the changes that were fetched. Valid until the next aucat_changes_read. */
const char *aucat_changes_position(const aucat_changes *changes);
/* Stops following, and closes the descriptor. */
void aucat_changes_free(aucat_changes *changes);

/* ---- Render chains ------------------------------------------------------------------------------------------------------ */

/* Components in series with their settings: plain data, with nothing loaded. Use it from only one thread at a time. Stages
 * count from 0. */
typedef struct aucat_chain aucat_chain;

/* An empty chain. Release it with aucat_chain_free. */
aucat_chain *aucat_chain_new(void);
/* An independent chain with the same stages and settings. */
aucat_chain *aucat_chain_copy(const aucat_chain *chain);
/* Reads a chain that aucat_chain_text, or `aucat render --save-chain`, has written, with the bundles of the catalog. */
aucat_chain *aucat_chain_read(aucat_catalog *catalog, const char *text, aucat_error **error);
/* The chain as JSON. */
char *aucat_chain_text(const aucat_chain *chain, aucat_error **error);
/* The number of stages. */
size_t aucat_chain_count(const aucat_chain *chain);
/* Adds a component at its defaults to the end. */
bool aucat_chain_append(aucat_chain *chain, const aucat_component *component, aucat_error **error);
/* Removes a stage; those after it move up. */
bool aucat_chain_remove(aucat_chain *chain, size_t stage, aucat_error **error);
/* Sets a parameter, by symbol or name, in its own unit. Whether it exists and takes the value is checked when the chain is
 * rendered. */
bool aucat_chain_set(aucat_chain *chain, size_t stage, const char *parameter, float value, aucat_error **error);
/* Sets a parameter as `aucat render --set` does: `text` is a number, also with the parameter's unit, the label of one of its
 * scale points, or yes or no for a toggle. Fails with AUCAT_ERROR_PARAMETER if it is no value of the parameter, and with
 * AUCAT_ERROR_NOT_FOUND if the component is not installed. */
bool aucat_chain_set_text(aucat_chain *chain, aucat_catalog *catalog, size_t stage, const char *parameter, const char *text,
                          aucat_error **error);
/* Sets the preset that a stage starts with, by URI or name; NULL for none. Values that are set override it. */
bool aucat_chain_set_preset(aucat_chain *chain, aucat_catalog *catalog, size_t stage, const char *preset, aucat_error **error);
/* Sets whether sound bypasses a stage. */
bool aucat_chain_set_bypassed(aucat_chain *chain, size_t stage, bool is_bypassed, aucat_error **error);
/* Sets whether side chains get the chain's input; they get silence otherwise. */
bool aucat_chain_set_side_chained(aucat_chain *chain, size_t stage, bool is_side_chained, aucat_error **error);
/* Releases a chain. */
void aucat_chain_free(aucat_chain *chain);

typedef struct aucat_render_options {
  size_t size;              /* Of this structure: aucat_render_defaults sets it. */
  unsigned block_length;    /* 1 to 65,536 frames; 0 for 512. */
  unsigned threads;         /* How many work on the chain; 0 for one per processor. */
  double tail;              /* The tail after the input, in seconds; negative: until it is silent for 2 s, at most 30 s. */
  double timeout;           /* For one block or one step of a plugin's start, in seconds; 0 for 10. Unused with is_in_process. */
  double tempo;             /* In beats per minute; 0 for none. */
  bool keeps_latency;       /* Whether latency stays in the output, instead of being compensated for. */
  bool allows_not_finite;   /* Whether infinite and NaN samples are let through. */
  bool is_in_process;       /* Whether plugins run in this process: faster to start, but one that crashes takes it down. */
} aucat_render_options;

/* The defaults: plugins run in a process of their own, the tail lasts until it is silent, latency is compensated for. */
static inline aucat_render_options aucat_render_defaults(void) {
  aucat_render_options options = {sizeof(aucat_render_options), 0, 0, -1, 0, 0, false, false, false};
  return options;
}

/* Called after each portion that is rendered, with the frames written so far, and by a render in another process at least
 * every tenth of a second. Return false to stop. */
typedef bool (*aucat_render_fn)(size_t frames, void *context);

/* Renders a file through a chain. The output gets its name only when it is complete and on disk: a failed render keeps the
 * old file.
 *
 * input: a WAV file, or any file that libsndfile reads, if it is installed. output: its extension determines the file
 * format. options, progress: may be NULL. Fails with AUCAT_ERROR_PLUGIN if a plugin crashes or hangs;
 * aucat_error_component names it. */
bool aucat_render_file(aucat_catalog *catalog, const aucat_chain *chain, const char *input, const char *output,
                       const aucat_render_options *options, aucat_render_fn progress, void *context, aucat_error **error);

/* Sound in memory: 32-bit floating-point samples, one array for each channel. */
typedef struct aucat_audio aucat_audio;

/* Renders sound in memory through a chain.
 *
 * input: one array of `frames` samples for each channel; NULL if there are no channels, for a chain that generates its
 * sound: then `frames` frames are generated. sample_rate: in hertz. options, progress: as for files. Release the sound
 * with aucat_audio_free. */
aucat_audio *aucat_render(aucat_catalog *catalog, const aucat_chain *chain, const float *const *input, size_t channels,
                          size_t frames, double sample_rate, const aucat_render_options *options, aucat_render_fn progress,
                          void *context, aucat_error **error);
/* How many channels there are, and how many samples each has. */
size_t aucat_audio_channels(const aucat_audio *audio);
size_t aucat_audio_frames(const aucat_audio *audio);
/* The samples of a channel, valid until the sound is released; NULL if there are not that many channels. */
const float *aucat_audio_channel(const aucat_audio *audio, size_t channel);
/* Releases the sound. */
void aucat_audio_free(aucat_audio *audio);

/* ---- MIDI --------------------------------------------------------------------------------------------------------------- */

/* MIDI messages with their times. Use it from only one thread at a time. */
typedef struct aucat_midi aucat_midi;

/* Creates an object without messages; with those of a Standard MIDI File of format 0 or 1; or with those of notes such
 * as "C4 E4 C4+E4+G4 -", one beat each, at `tempo` beats per minute. Release it with aucat_midi_free. */
aucat_midi *aucat_midi_new(void);
aucat_midi *aucat_midi_file(const char *path, aucat_error **error);
aucat_midi *aucat_midi_phrase(const char *notes, double tempo, aucat_error **error);
/* Adds a message, whose first byte is its status. */
bool aucat_midi_add(aucat_midi *midi, double seconds, const uint8_t *bytes, size_t count, aucat_error **error);
/* Releases the messages. */
void aucat_midi_free(aucat_midi *midi);

/* ---- Chains that stay loaded -------------------------------------------------------------------------------------------- */

/* A chain that stays loaded: sound goes through it in portions, and plugins keep their state from one to the next.
 * Latency stays in the output. Use it from only one thread at a time. */
typedef struct aucat_player aucat_player;

/* Loads a chain.
 *
 * channels: of the input; 0 for a chain that generates its sound. sample_rate: in hertz. options: may be NULL; threads, tail and
 * keeps_latency have no effect. Each plugin runs in a process of its own, unless is_in_process says otherwise. Release it with
 * aucat_player_free. */
aucat_player *aucat_player_new(aucat_catalog *catalog, const aucat_chain *chain, size_t channels, double sample_rate,
                               const aucat_render_options *options, aucat_error **error);
/* The number of output channels. */
size_t aucat_player_channels(const aucat_player *player);
/* Renders the next frames.
 *
 * input: one array of `frames` samples for each channel; NULL if there are no channels. output: room for `frames`
 * samples for each output channel. midi: with times from the start of these frames, none of them after their end; NULL
 * for none. Fails with AUCAT_ERROR_PLUGIN if a plugin has crashed, hung or terminated its process;
 * aucat_error_component names it. From these frames on, the output has the plugin's input in place of its output. */
bool aucat_player_process(aucat_player *player, const float *const *input, float *const *output, size_t frames,
                          const aucat_midi *midi, aucat_error **error);
/* Unloads the chain, and ends its processes. */
void aucat_player_free(aucat_player *player);

/* ---- Sources ------------------------------------------------------------------------------------------------------------ */

/* Sound that is pulled: asked for its next frames until it ends. Use it, and its parts, from only one thread at a
 * time. A source that is made of others keeps them; don't read these any more. Rates are in hertz, levels in dBFS, and
 * times in seconds; a negative time means no end. */
typedef struct aucat_source aucat_source;

/* The sound of a file. */
aucat_source *aucat_source_file(const char *path, aucat_error **error);
/* A tone, faded in and out within 5 ms. wave: sine, saw, square or triangle. level: of its peak. */
aucat_source *aucat_source_tone(const char *wave, double frequency, double level, double seconds, double rate,
                                size_t channels, aucat_error **error);
/* Noise that its seed determines. color: white or pink. level: that of a sine of the same power. */
aucat_source *aucat_source_noise(const char *color, double level, uint64_t seed, double seconds, double rate,
                                 size_t channels, aucat_error **error);
/* Silence, whose length is rounded to the nearest frame. */
aucat_source *aucat_source_silence(double seconds, double rate, size_t channels, aucat_error **error);

/* Samples in memory, which are copied: one array of `frames` samples for each channel. */
aucat_source *aucat_source_samples(const float *const *samples, size_t frames, double rate, size_t channels,
                                   aucat_error **error);

/* Writes the next frames of each channel, and returns how many: fewer than `frames` at the end, more to fail with
 * AUCAT_ERROR_INTERRUPTED. Called by whatever reads the source, on its thread. */
typedef size_t (*aucat_source_fn)(float *const *channels, size_t frames, void *context);
/* A source whose sound a function of the host provides. */
aucat_source *aucat_source_new(aucat_source_fn read, void *context, double rate, size_t channels, aucat_error **error);

/* Sources with the same rate and number of channels, played one after the other, or together. */
aucat_source *aucat_source_sequence(aucat_source *const *parts, size_t count, aucat_error **error);
aucat_source *aucat_source_layers(aucat_source *const *layers, size_t count, aucat_error **error);
/* Repeats a source without a gap; 0 times means endlessly. It must be able to seek. */
aucat_source *aucat_source_loop(aucat_source *source, size_t times, aucat_error **error);
/* A source that is faded in and out, and one whose level is changed by decibels. */
aucat_source *aucat_source_fade(aucat_source *source, double fade_in, double fade_out, aucat_error **error);
aucat_source *aucat_source_gain(aucat_source *source, double decibels, aucat_error **error);
/* A source at another rate, or with other channels: one is heard on all, and several become one as their mean. */
aucat_source *aucat_source_convert(aucat_source *source, double rate, size_t channels, aucat_error **error);
/* A chain over a source. options: may be NULL. Each plugin runs in a process of its own, unless is_in_process says
 * otherwise. A read fails once with AUCAT_ERROR_PLUGIN if a plugin has crashed, hung or terminated its process;
 * aucat_error_component names it. After that, the plugin's input is heard in place of its output. */
aucat_source *aucat_source_chain(aucat_catalog *catalog, const aucat_chain *chain, aucat_source *source,
                                 const aucat_render_options *options, aucat_error **error);

/* An instrument: a chain whose first component takes MIDI. midi: what it plays, to its last message and tail; NULL for
 * an endless source that plays only what is sent. options, and plugins that fail: as for aucat_source_chain. */
aucat_source *aucat_source_instrument(aucat_catalog *catalog, const aucat_chain *chain, const aucat_midi *midi, double rate,
                                      const aucat_render_options *options, aucat_error **error);
/* Sends a message to an instrument, which plays it in its next block; after aucat_source_finish, only the tail follows. Both may
 * be called while another thread reads. */
bool aucat_source_send(aucat_source *source, const uint8_t *bytes, size_t count, aucat_error **error);
bool aucat_source_finish(aucat_source *source, aucat_error **error);

/* Its rate in hertz; its number of channels. */
double aucat_source_rate(const aucat_source *source);
size_t aucat_source_channels(const aucat_source *source);
/* Sets `*frames` to the length of the whole source; returns false if it has no end, or none that is known. */
bool aucat_source_length(const aucat_source *source, size_t *frames);
/* Moves to a frame, if the source can seek. */
bool aucat_source_seek(aucat_source *source, size_t frame, aucat_error **error);
/* Reads the next frames of each channel, in blocks of any length. `*count` is set to how many were read: fewer than `frames` at
 * the end, and then 0. */
bool aucat_source_read(aucat_source *source, float *const *channels, size_t frames, size_t *count, aucat_error **error);
/* Releases a source. */
void aucat_source_free(aucat_source *source);

/* Renders a source through a chain to a file; if the chain is NULL, it is written unchanged, and catalog may be NULL.
 * Otherwise like aucat_render_file. */
bool aucat_render_source(aucat_catalog *catalog, const aucat_chain *chain, aucat_source *source, const char *output,
                         const aucat_render_options *options, aucat_render_fn progress, void *context, aucat_error **error);
/* Renders what an instrument plays to a file, to the last message and its tail. Otherwise like aucat_render_file. */
bool aucat_render_midi(aucat_catalog *catalog, const aucat_chain *chain, const aucat_midi *midi, double rate,
                       const char *output, const aucat_render_options *options, aucat_render_fn progress, void *context,
                       aucat_error **error);

/* ---- Playing sounds ----------------------------------------------------------------------------------------------------- */

/* The tracks of a program. Decides which of them play, and how loudly. All its functions, and those of its tracks, may
 * be called by several threads at the same time, and hold a lock for microseconds, unless their comments say otherwise.
 * The function of a source may call them, too, except aucat_coordinator_render, _start, _stop and _free. */
typedef struct aucat_coordinator aucat_coordinator;
/* A serial queue of sounds. */
typedef struct aucat_track aucat_track;
/* An event of a track or the device. Any thread may read it. */
typedef struct aucat_event aucat_event;

/* How a live track, one with a sound that is due, affects those of lower priority. */
typedef enum aucat_policy_kind {
  AUCAT_POLICY_PAUSE = 1, /* The lower one pauses, and continues at the same frame once the higher one is idle. */
  AUCAT_POLICY_DUCK = 2,  /* The lower one is quieter while the higher one plays. */
  AUCAT_POLICY_MIX = 3    /* Both play unchanged. */
} aucat_policy_kind;

typedef struct aucat_policy {
  size_t size;            /* Of this structure: aucat_policy_of sets it. */
  aucat_policy_kind kind; /* The other members apply to AUCAT_POLICY_DUCK only. */
  double depth;           /* The change in level while ducked, in dB: -60 to 0. */
  double attack;          /* The duration of the ramp down, in seconds: 0.005 to 60. */
  double release;         /* The duration of the ramp up, in seconds: 0.005 to 60. */
  double hold;            /* How long it stays ducked afterwards, in seconds: 0 to 3600. */
  double look_ahead;      /* How long before a scheduled sound the ramp begins, in seconds: 0 to 60; negative: the attack. */
} aucat_policy;

/* A policy. A duck goes down by 12 dB in 0.05 s, and up in 0.5 s after a hold of 1 s. */
static inline aucat_policy aucat_policy_of(aucat_policy_kind kind) {
  aucat_policy policy = {sizeof(aucat_policy), kind, -12, 0.05, 0.5, 1, -1};
  return policy;
}

typedef enum aucat_event_kind {
  AUCAT_EVENT_NONE = 0,       /* There is no event. */
  AUCAT_EVENT_BEGAN = 1,      /* A sound begins. */
  AUCAT_EVENT_FINISHED = 2,   /* A sound was played to its end, with the tail of its track's chain. */
  AUCAT_EVENT_CANCELLED = 3,  /* A sound was cancelled before or while it played. */
  AUCAT_EVENT_FAILED = 4,     /* A sound could not be read any further: see aucat_event_error. The next one follows. */
  AUCAT_EVENT_SUSPENDED = 5,  /* The host has suspended a live track, before aucat_event_position. */
  AUCAT_EVENT_RESUMED = 6,    /* The host has resumed a live track, at aucat_event_position. */
  AUCAT_EVENT_PAUSED = 7,     /* aucat_event_upper pauses a track, before aucat_event_position. */
  AUCAT_EVENT_CONTINUED = 8,  /* No other track pauses it any more: it continues at aucat_event_position. */
  AUCAT_EVENT_DUCKED = 9,     /* A ramp to aucat_event_decibels begins, and takes aucat_event_seconds. */
  AUCAT_EVENT_PLUGIN = 10,    /* A plugin of a track's chain has crashed, hung or exited; its input is heard. */
  AUCAT_EVENT_LATE = 11,      /* Blocks were late: see aucat_event_message. */
  AUCAT_EVENT_LOST = 12,      /* The sound server is gone. A clock takes its place, so sounds still end. */
  AUCAT_EVENT_BACK = 13,      /* The sound server is back. */
  AUCAT_EVENT_MESSAGE = 14,   /* A message of the server's library, or the reason why a server that is back can't be used. */
  AUCAT_EVENT_RATE = 15       /* The device now plays at another rate, to which the mix is converted: see aucat_event_message. */
} aucat_event_kind;

/* Creates a coordinator without tracks. rate: in hertz. policy: for pairs without their own; NULL pauses. Fails with
 * AUCAT_ERROR_SYSTEM if the system has no descriptor left. Release it with aucat_coordinator_free. */
aucat_coordinator *aucat_coordinator_new(double rate, size_t channels, const aucat_policy *policy, aucat_error **error);
/* Sets how a live `upper` affects `lower` while its priority is higher; NULL for the coordinator's policy. */
bool aucat_coordinator_set_policy(aucat_coordinator *coordinator, const aucat_track *upper, const aucat_track *lower,
                                  const aucat_policy *policy, aucat_error **error);
/* Renders the next frames of each channel, as fast as possible and exact to the frame: reads sources, and queues
 * events. With 0 frames, it does only what is due. Call it from one thread at a time; it fails while the coordinator
 * plays on a device. */
bool aucat_coordinator_render(aucat_coordinator *coordinator, float *const *channels, size_t frames, aucat_error **error);
/* Plays all tracks on a device, until aucat_coordinator_stop or _free. Its own threads read sources, and queue events.
 *
 * device: "jack", which PipeWire offers, too, or "null", which discards the sound at the rate of a clock. The mix is
 * converted to the device's rate. For jack, client: the program's name there; NULL for aucat. ports: the ports to
 * connect the outputs to, in order; none for the machine's own outputs. Fails with AUCAT_ERROR_DEVICE. */
bool aucat_coordinator_start(aucat_coordinator *coordinator, const char *device, const char *client,
                             const char *const *ports, size_t count, aucat_error **error);
/* Stops playing. Nothing reads a source any more; what is left in the queues stays there for another start or render. */
void aucat_coordinator_stop(aucat_coordinator *coordinator);
/* Sets `*rate` to the rate of a device, in hertz. A coordinator of that rate needs no conversion. */
bool aucat_device_rate(const char *device, double *rate, aucat_error **error);
/* Suspends all tracks together, and resumes all except those that were suspended one by one. */
void aucat_coordinator_suspend(aucat_coordinator *coordinator);
void aucat_coordinator_resume(aucat_coordinator *coordinator);
/* Call these when the host leaves, such as a program that goes to the background, which ends all ducks immediately; and
 * when it is back, after it has applied its current settings. */
void aucat_coordinator_will_leave(aucat_coordinator *coordinator);
void aucat_coordinator_did_return(aucat_coordinator *coordinator);
/* How many frames have been rendered; whether nothing is left to play, and all events are in the queue. */
uint64_t aucat_coordinator_frame(const aucat_coordinator *coordinator);
bool aucat_coordinator_is_idle(const aucat_coordinator *coordinator);
/* A descriptor for poll(2), readable exactly while aucat_coordinator_next has an event. Don't read from it or close it. It is
 * the same until aucat_coordinator_free, which closes it. */
int aucat_coordinator_descriptor(const aucat_coordinator *coordinator);
/* Takes the oldest event, without waiting; NULL if there is none. Each event goes to one of the threads that call this. Each sound
 * has exactly one final event (FINISHED, CANCELLED or FAILED), after which its source is not read any more. Events wait in memory
 * until they are taken; none is dropped. Release it with aucat_event_free. */
aucat_event *aucat_coordinator_next(aucat_coordinator *coordinator);
/* Stops, closes the descriptor, and drops the remaining events. When it returns, nothing reads a source any more. Tracks stay valid
 * until they are released, but no longer play. */
void aucat_coordinator_free(aucat_coordinator *coordinator);

/* Adds a track. Live tracks affect those of lower priority by their policies; equal priorities are mixed.
 *
 * name: for display. chain: processes its sounds, and has as many channels as the coordinator; NULL for none, and then catalog may
 * be NULL. options: may be NULL. Each plugin runs in a process of its own, unless is_in_process is set. Release it with
 * aucat_track_free. */
aucat_track *aucat_track_new(aucat_coordinator *coordinator, const char *name, int priority, aucat_catalog *catalog,
                             const aucat_chain *chain, const aucat_render_options *options, aucat_error **error);
/* Appends a sound to the queue, converted to the coordinator's rate and channels. The track keeps the source: the caller may release
 * it, but must not read it any more.
 *
 * name: for display; NULL for none. frame: the coordinator's frame at which it begins, provided that the sounds before it have ended;
 * negative for as soon as possible. sound: set to its number among the coordinator's sounds, starting at 1; may be NULL. */
bool aucat_track_enqueue(aucat_track *track, aucat_source *source, const char *name, int64_t frame, uint64_t *sound,
                         aucat_error **error);
/* Cancels a sound. If it is playing, it fades out within 5 ms. False if it is not in the queue. */
bool aucat_track_cancel(aucat_track *track, uint64_t sound);
/* Cancels all sounds of the queue. */
void aucat_track_cancel_all(aucat_track *track);
/* Suspends a track, which fades out within 5 ms after the next frame, and resumes it at that frame. */
void aucat_track_suspend(aucat_track *track);
void aucat_track_resume(aucat_track *track);
/* Gives up the focus, and reclaims it: until then, the track is stopped, and neither pauses nor ducks others. */
void aucat_track_yield(aucat_track *track);
void aucat_track_claim(aucat_track *track);
/* Sets its priority. */
void aucat_track_set_priority(aucat_track *track, int priority);
/* Sets whether it ducks lower tracks even while it is idle: for vital speech, where ducking for each word would pump.
 * */
void aucat_track_set_keeps_ducking(aucat_track *track, bool keeps_ducking);
/* Sets its level, independently of ducking. decibels: -200 to 24. balance: from -1, only left, to 1, only right; ignored unless
 * stereo. seconds: the duration of the ramp, 0.005 to 60. */
bool aucat_track_set_gain(aucat_track *track, double decibels, double balance, double seconds, aucat_error **error);
/* Its number among the coordinator's tracks, starting at 1, as in events. */
uint64_t aucat_track_number(const aucat_track *track);
int aucat_track_priority(const aucat_track *track);
/* Whether a sound is at the cursor, and due; whether aucat_track_suspend has suspended the track; whether it has
 * yielded; and whether it keeps ducking. */
bool aucat_track_is_live(const aucat_track *track);
bool aucat_track_is_suspended(const aucat_track *track);
bool aucat_track_has_yielded(const aucat_track *track);
bool aucat_track_keeps_ducking(const aucat_track *track);
/* The next frame to play of the sound at the cursor; how many frames its sources have delivered too late. */
uint64_t aucat_track_position(const aucat_track *track);
uint64_t aucat_track_missing(const aucat_track *track);
/* Cancels all sounds, and removes the track once it is silent. Sounds that are enqueued later are cancelled. */
void aucat_track_remove(aucat_track *track);
/* Releases the caller's reference. The track exists until it is removed, and its events still arrive. */
void aucat_track_free(aucat_track *track);

/* The kind of the event, and the coordinator's frame at which it was decided. */
aucat_event_kind aucat_event_get_kind(const aucat_event *event);
uint64_t aucat_event_frame(const aucat_event *event);
/* The number and the name of the track; 0 and NULL for events of the device. */
uint64_t aucat_event_track(const aucat_event *event);
const char *aucat_event_track_name(const aucat_event *event);
/* The number and the name of the sound; 0 and NULL if there is none. */
uint64_t aucat_event_sound(const aucat_event *event);
const char *aucat_event_name(const aucat_event *event);
/* The next frame of the sound at the cursor; the number of the track that pauses this one. */
uint64_t aucat_event_position(const aucat_event *event);
uint64_t aucat_event_upper(const aucat_event *event);
/* The target level of a ramp, and its duration. */
double aucat_event_decibels(const aucat_event *event);
double aucat_event_seconds(const aucat_event *event);
/* The text of an event of the device; NULL for others. */
const char *aucat_event_message(const aucat_event *event);
/* Why a sound or a plugin has failed; NULL for other events. */
const aucat_error *aucat_event_error(const aucat_event *event);
/* Releases an event. */
void aucat_event_free(aucat_event *event);

#ifdef __cplusplus
}
#endif

#endif
