#define _GNU_SOURCE
#include "CFileGate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static AucatFileGate installedGate;

void aucatInstallFileGate(AucatFileGate gate) { installedGate = gate; }

/// The flags of open(2) for a mode of fopen(3).
static int openFlags(const char *mode) {
  int access = strchr(mode, '+') ? O_RDWR : (mode[0] == 'r' ? O_RDONLY : O_WRONLY);
  if (mode[0] == 'w') return access | O_CREAT | O_TRUNC;
  if (mode[0] == 'a') return access | O_CREAT | O_APPEND;
  return access;
}

static FILE *gatedOpen(const char *path, const char *mode) {
  int descriptor = -2;
  if (installedGate && mode[0] == 'r' && !strchr(mode, '+')) descriptor = installedGate(path);
  if (descriptor == -2) descriptor = open(path, openFlags(mode) | O_CLOEXEC, 0666);
  if (descriptor < 0) return NULL;
  FILE *stream = fdopen(descriptor, mode);
  if (!stream) {
    int reason = errno;
    close(descriptor);
    errno = reason;
  }
  return stream;
}

// serd is built with 64-bit file offsets and calls fopen64; lilv calls fopen.
FILE *fopen64(const char *path, const char *mode) { return gatedOpen(path, mode); }
FILE *fopen(const char *path, const char *mode) { return gatedOpen(path, mode); }
