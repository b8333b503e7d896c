#define _GNU_SOURCE
#include "Calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static AucatICUCalls calls;

static void *required(void *found) {
  if (found) return found;
  fprintf(stderr, "aucat: %s; install ICU " U_ICU_VERSION " or build aucat again\n", dlerror());
  _exit(127);
}

#define NAME(name) #name
#define FIND(name) *(void **)&calls.name = required(dlsym(library, NAME(name)));
#define IS_LOADED(name) (dlsym(RTLD_DEFAULT, NAME(name)) != NULL)

static void load(void) {
  // A program that is linked with ICU has loaded it already, in a Python wheel under another file name. `libicui18n`
  // depends on `libicuuc`, so its handle finds the functions of both.
  void *library = RTLD_DEFAULT;
  if (!IS_LOADED(ucol_open)) library = required(dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_LOCAL));
  AUCAT_ICU_CALLS(FIND)
}

const AucatICUCalls *aucatICU(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &calls;
}
