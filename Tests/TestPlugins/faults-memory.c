#include "plugin.h"

#include <stdio.h>
#include <string.h>

/// Writes `beyond` frames behind the end of each output: the host's other memory must be safe.
PLUGIN_RUNNING(overrun, "overrun", instantiatePlain) {
  passStereo(handle, frames);
  uint32_t end = frames + (uint32_t)control(handle, 4);
  for (uint32_t i = frames; i < end; i++) audio(handle, 2)[i] = audio(handle, 3)[i] = 1;
}

/// Writes 9 into its inputs, which it must not: the next reader of the same buffer may not hear that.
PLUGIN_RUNNING(overrunInput, "overrun-input", instantiatePlain) {
  passStereo(handle, frames);
  for (uint32_t i = 0; i < frames; i++) audio(handle, 0)[i] = audio(handle, 1)[i] = 9;
}

/// Writes 42 to its control input; `saw` is what was there before, so whether the host sets it again for every run.
PLUGIN_RUNNING(writesControlInput, "writes-control-input", instantiatePlain) {
  passStereo(handle, frames);
  report(handle, 5, control(handle, 4));
  report(handle, 4, 42);
}

/// Fills `bytes` bytes from `offset` on of every shared memory that a host calls "aucat render".
static void fillSharedMemory(unsigned long offset, unsigned long bytes, int value) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long start, end;
    if (!strstr(line, "memfd:aucat render") || sscanf(line, "%lx-%lx", &start, &end) != 2) continue;
    if (offset + bytes <= end - start) memset((char *)start + offset, value, bytes);
  }
  if (maps) fclose(maps);
}

/// Writes into the memory that a host shares with the process that looks after it: that one may not believe what is there.
PLUGIN_RUNNING(scribbles, "scribbles", instantiatePlain) {
  passStereo(handle, frames);
  fillSharedMemory((unsigned long)control(handle, 4), (unsigned long)control(handle, 5), (int)control(handle, 6));
}
