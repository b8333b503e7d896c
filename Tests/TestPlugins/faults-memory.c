#include "plugin.h"

static void runOverrun(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  uint32_t end = frames + (uint32_t)control(handle, 4);
  for (uint32_t i = frames; i < end; i++) audio(handle, 2)[i] = audio(handle, 3)[i] = 1;
}

/// Writes `beyond` frames behind the end of each output: the host's other memory must be safe.
const LV2_Descriptor overrun = PLUGIN("overrun", instantiatePlain, runOverrun);

static void runOverrunInput(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  for (uint32_t i = 0; i < frames; i++) audio(handle, 0)[i] = audio(handle, 1)[i] = 9;
}

/// Writes 9 into its inputs, which it must not: the next reader of the same buffer may not hear that.
const LV2_Descriptor overrunInput = PLUGIN("overrun-input", instantiatePlain, runOverrunInput);

static void runWritesControlInput(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  report(handle, 5, control(handle, 4));
  report(handle, 4, 42);
}

/// Writes 42 to its control input; `saw` is what was there before, so whether the host sets it again for every run.
const LV2_Descriptor writesControlInput = PLUGIN("writes-control-input", instantiatePlain, runWritesControlInput);
