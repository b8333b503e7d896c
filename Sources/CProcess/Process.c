#define _GNU_SOURCE
#include "CProcess.h"

#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>

int aucatMemoryFile(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

const char *aucatImagePath(void) {
  Dl_info information;
  return dladdr((void *)&aucatImagePath, &information) ? information.dli_fname : NULL;
}

void aucatEndWithParent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
