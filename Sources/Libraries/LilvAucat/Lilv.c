#define _GNU_SOURCE
#include "Lilv.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct lilv functions;
static bool isOff, hasNotes;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// The addresses of lilv's code, and of this library's: a lilv function that ends with a tail call leaves the return
/// address of its own caller.
struct range {
  uintptr_t start, end;
};
static struct range lilvCode, ownCode;

/// If a program has loaded lilv with local symbols, for example for a plugin of its own, `RTLD_NEXT` doesn't find
/// it.
static void *found(void *library, const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  return function || !library ? function : dlsym(library, name);
}

static int noteRange(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  uintptr_t wanted = *(uintptr_t *)data;
  struct range range = {UINTPTR_MAX, 0};
  for (int index = 0; index < object->dlpi_phnum; index++) {
    if (object->dlpi_phdr[index].p_type != PT_LOAD) continue;
    uintptr_t start = object->dlpi_addr + object->dlpi_phdr[index].p_vaddr;
    uintptr_t end = start + object->dlpi_phdr[index].p_memsz;
    if (start < range.start) range.start = start;
    if (end > range.end) range.end = end;
  }
  if (wanted < range.start || wanted >= range.end) return 0;
  ((struct range *)data)[0] = range;
  return 1;
}

static struct range rangeAround(uintptr_t address) {
  struct range range = {address, address};
  if (!dl_iterate_phdr(noteRange, &range)) range.end = range.start = 0;
  return range;
}

static void lookUp(void) {
  const char *setting = secure_getenv("AUCAT_LILV");
  isOff = setting && !strcmp(setting, "off");
  const char *notes = secure_getenv("AUCAT_LILV_NOTES");
  hasNotes = notes && *notes;
  void *library = dlopen("liblilv-0.so.0", RTLD_LAZY | RTLD_NOLOAD);
#define LOOK_UP(name) *(void **)&functions.name = found(library, #name);
  LILV_FUNCTIONS(LOOK_UP)
  LOOK_UP(zix_tree_insert)
  LOOK_UP(serd_strtod)
#undef LOOK_UP
  if (!functions.lilv_world_new) {
    fprintf(stderr, "aucat: lilv's functions can't be found; start the program without LD_PRELOAD\n");
    abort();
  }
  uintptr_t address;
  memcpy(&address, &functions.lilv_world_new, sizeof address);
  lilvCode = rangeAround(address);
  ownCode = rangeAround((uintptr_t)&functions);
}

const struct lilv *lilv(void) {
  pthread_once(&once, lookUp);
  return &functions;
}

static bool contains(struct range range, const void *address) {
  return (uintptr_t)address - range.start < range.end - range.start;
}

bool isLilv(const void *caller) {
  pthread_once(&once, lookUp);
  return isOff || contains(lilvCode, caller) || contains(ownCode, caller);
}

bool isTurnedOff(void) {
  pthread_once(&once, lookUp);
  return isOff;
}

static void writeLine(const char *format, va_list values) {
  char line[1024];
  vsnprintf(line, sizeof line, format, values);
  fprintf(stderr, "aucat: %s\n", line);
}

void note(const char *format, ...) {
  if (!hasNotes) return;
  va_list values;
  va_start(values, format);
  writeLine(format, values);
  va_end(values);
}

void complain(const char *format, ...) {
  static atomic_flag hasComplained = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&hasComplained) && !hasNotes) return;
  va_list values;
  va_start(values, format);
  writeLine(format, values);
  va_end(values);
}
