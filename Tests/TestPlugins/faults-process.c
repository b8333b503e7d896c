#define _GNU_SOURCE 1
#include "plugin.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: standard output and error

static void writeText(int descriptor, const char *text) {
  // Nothing can be done about a failure, and the compiler wants the result used.
  if (write(descriptor, text, strlen(text)) < 0) return;
}

static void printBoth(const char *place) {
  printf("aucat test: printf in %s\n", place);
  fflush(stdout);
  writeText(STDOUT_FILENO, "aucat test: write\n");
}

static LV2_Handle instantiatePrints(INSTANTIATE_PARAMETERS) {
  printBoth("instantiate");
  return newInstance(sizeof(Instance), rate);
}

/// Writes to standard output, where a host may be writing sound or JSON.
PLUGIN_RUNNING(prints, "prints", instantiatePrints) {
  passStereo(handle, frames);
  printBoth("run");
}

static LV2_Handle instantiateStderrPrints(INSTANTIATE_PARAMETERS) {
  writeText(STDERR_FILENO, "aucat test: standard error in instantiate\n");
  return newInstance(sizeof(Instance), rate);
}

/// Writes to standard error, where a host writes its own messages.
PLUGIN_RUNNING(stderrPrints, "stderr-prints", instantiateStderrPrints) {
  passStereo(handle, frames);
  writeText(STDERR_FILENO, "aucat test: standard error in run\n");
}

// MARK: the state of the process

static const char *const commaLocales[] = {"de_DE.UTF-8", "sv_SE.UTF-8", "fr_FR.UTF-8", "de_DE", "sv_SE", "fr_FR"};

/// Changes the locale of the process and of this thread. The thread's locale is never freed: it is in use.
static LV2_Handle instantiateChangesLocale(INSTANTIATE_PARAMETERS) {
  setlocale(LC_ALL, "");
  locale_t threadLocale = 0;
  for (size_t i = 0; !threadLocale && i < sizeof commaLocales / sizeof *commaLocales; i++) {
    setlocale(LC_NUMERIC, commaLocales[i]);
    threadLocale = newlocale(LC_ALL_MASK, commaLocales[i], 0);
  }
  if (!threadLocale) threadLocale = newlocale(LC_ALL_MASK, "C.UTF-8", 0);
  if (threadLocale) uselocale(threadLocale);
  return newInstance(sizeof(Instance), rate);
}

/// Makes 0.5 be written 0,5. `comma` is 0 in run on a machine without such a locale, where a test shows nothing.
PLUGIN_RUNNING(changesLocale, "changes-locale", instantiateChangesLocale) {
  passStereo(handle, frames);
  report(handle, 4, localeconv()->decimal_point[0] == ',');
}

static LV2_Handle instantiateChangesDirectory(INSTANTIATE_PARAMETERS) {
  return chdir("/") ? NULL : newInstance(sizeof(Instance), rate);
}

/// Changes the current directory: relative paths of the host must not follow.
const LV2_Descriptor changesDirectory = PLUGIN("changes-directory", instantiateChangesDirectory, passStereo);

/// Closes the host's files, and standard input, output and error with them, in every run.
PLUGIN_RUNNING(closesDescriptors, "closes-descriptors", instantiatePlain) {
  passStereo(handle, frames);
  for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
}

// MARK: processes and threads

static LV2_Handle instantiateForks(INSTANTIATE_PARAMETERS) {
  // The child is not waited for: a host that waits for any child gets its status.
  if (fork() == 0) _exit(7);
  return newInstance(sizeof(Instance), rate);
}

/// Leaves a child of the host's process behind that ended with status 7.
const LV2_Descriptor forks = PLUGIN("forks", instantiateForks, passStereo);

static void *waitForEnd(void *handle) {
  while (!((Threaded *)handle)->isEnding) sleepMicroseconds(1000);
  return NULL;
}

static LV2_Handle instantiateThreads(INSTANTIATE_PARAMETERS) { return newThreaded(rate, waitForEnd); }

/// Has a thread of its own until cleanup: without cleanup, unloading the library crashes.
const LV2_Descriptor threads = {
    TEST_URI("threads"), instantiateThreads, connectPort, NULL, passStereo, NULL, cleanupThreaded, NULL};

static void printAndLeave(void) {
  writeText(STDOUT_FILENO, "aucat test: atexit\n");
  _exit(3);
}

static LV2_Handle instantiateAtExit(INSTANTIATE_PARAMETERS) {
  return atexit(printAndLeave) ? NULL : newInstance(sizeof(Instance), rate);
}

/// Spoils the end of the process: prints and leaves with status 3. glibc calls the handler already at dlclose.
const LV2_Descriptor atExit = PLUGIN("atexit", instantiateAtExit, passStereo);
