#define _GNU_SOURCE
#include "CJack.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// In C, because Swift can't turn what dlsym(3) gives into a function without reinterpreting bits.
#define FIND(type, name, parameters) *(void **)&functions->name = dlsym(handle, "jack_" #name);
#define NEED(type, name, parameters) \
  FIND(type, name, parameters) \
  if (!functions->name) { \
    *missing = "jack_" #name; \
    return -1; \
  }

static void quietPipeWire(void *handle) {
  if (getenv("PIPEWIRE_DEBUG")) return;
  void (*setLevel)(int);
  *(void **)&setLevel = dlsym(handle, "pw_log_set_level");
  if (setLevel) setLevel(0);
}

int aucatLoadJack(const char *library, AucatJackFunctions *functions, const char **missing) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  AUCAT_JACK_NEEDED(NEED)
  AUCAT_JACK_OPTIONAL(FIND)
  quietPipeWire(handle);
  return 1;
}

const char *aucatJackLoadError(void) { return dlerror(); }

const char *aucatJackPath(const AucatJackFunctions *functions) {
  Dl_info information;
  void *function;
  memcpy(&function, &functions->client_open, sizeof function);
  return dladdr(function, &information) ? information.dli_fname : NULL;
}

// Messages come from any thread, so they are kept without a lock, in a queue for several writers and readers
// (D. Vyukov's): the turn of a place is a multiple of the number of places while it is free, and one more while it is
// full.
enum { placeCount = 64 };

static struct {
  atomic_uint turn;
  char text[aucatJackMessageSize];
} places[placeCount];

static atomic_uint nextWritten, nextRead;

// Takes the next place, and returns its number: a free place if `offset` is 0, a full one if it is 1; -1 if there is
// none.
static long take(atomic_uint *next, unsigned offset) {
  for (;;) {
    unsigned number = atomic_load(next);
    unsigned index = number % placeCount;
    int difference = (int)(atomic_load(&places[index].turn) + index - (number + offset));
    if (difference < 0) return -1;
    if (difference == 0 && atomic_compare_exchange_weak(next, &number, number + 1)) return (long)number;
  }
}

static void keepMessage(const char *text) {
  // A message that finds no place is dropped: the first ones say what has happened.
  long number = text ? take(&nextWritten, 0) : -1;
  if (number < 0) return;
  unsigned index = (unsigned)number % placeCount;
  size_t length = strnlen(text, aucatJackMessageSize - 1);
  memcpy(places[index].text, text, length);
  places[index].text[length] = 0;
  atomic_store(&places[index].turn, (unsigned)number + 1 - index);
}

void aucatJackTakeMessages(const AucatJackFunctions *functions) {
  if (functions->set_error_function) functions->set_error_function(keepMessage);
  if (functions->set_info_function) functions->set_info_function(keepMessage);
}

int aucatJackNextMessage(char text[aucatJackMessageSize]) {
  long number = take(&nextRead, 1);
  if (number < 0) return 0;
  unsigned index = (unsigned)number % placeCount;
  memcpy(text, places[index].text, aucatJackMessageSize);
  atomic_store(&places[index].turn, (unsigned)number + placeCount - index);
  return 1;
}
