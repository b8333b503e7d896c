#include "CSoundFile.h"

#include <dlfcn.h>

// In C, because Swift can't turn what dlsym(3) gives into a function without reinterpreting bits.
#define FIND(name) (*(void **)&functions->name = dlsym(handle, "sf_" #name))

int aucatLoadSoundFile(const char *library, AucatSoundFileFunctions *functions) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle && FIND(open_virtual) && FIND(close) && FIND(error) && FIND(strerror) && FIND(command) &&
         FIND(format_check) && FIND(seek) && FIND(readf_int) && FIND(readf_float) && FIND(readf_double) &&
         FIND(writef_int) && FIND(writef_float) && FIND(writef_double);
}
