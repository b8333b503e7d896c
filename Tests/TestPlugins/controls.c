#include "plugin.h"

#include <math.h>

typedef struct {
  Instance base;
  float amount;  ///< 1 is enabled, 0 is bypassed; between them a crossfade is under way.
  bool started;
} Enabled;

INSTANTIATE(instantiateEnabled, Enabled)

static void activateEnabled(LV2_Handle handle) { ((Enabled *)handle)->started = false; }

static float toward(float amount, float target) {
  const float step = 1.0f / 256;
  return target > amount ? fminf(amount + step, target) : fmaxf(amount - step, target);
}

static void runEnabled(LV2_Handle handle, uint32_t frames) {
  Enabled *enabled = handle;
  float target = control(handle, 4) > 0 ? 1 : 0;
  if (!enabled->started) enabled->amount = target;
  enabled->started = true;
  for (uint32_t i = 0; i < frames; i++) {
    enabled->amount = toward(enabled->amount, target);
    for (uint32_t channel = 0; channel < 2; channel++) {
      audio(handle, channel + 2)[i] = audio(handle, channel)[i] * (1 - 2 * enabled->amount);
    }
  }
}

/// Does its own bypass by the designation lv2:enabled: inverted while enabled, a crossfade of 256 frames between. A
/// host that bypasses by itself clicks.
const LV2_Descriptor enabled = {
    TEST_URI("enabled"), instantiateEnabled, connectPort, activateEnabled, runEnabled, NULL, freeInstance, NULL};

static void runToggles(LV2_Handle handle, uint32_t frames) {
  passMono(handle, frames);
  for (uint32_t index = 2; index < 7; index++) report(handle, index + 5, control(handle, index));
}

/// Every kind of control input, and what the plugin saw of each: parsing, rounding and scaling by the sample rate.
const LV2_Descriptor toggles = PLUGIN("toggles", instantiatePlain, runToggles);

static float peakOf(const float *values, uint32_t frames) {
  float peak = 0;
  for (uint32_t i = 0; i < frames; i++) peak = fmaxf(peak, fabsf(values[i]));
  return peak;
}

/// Control outputs that change with every run: meters, the number of runs and the length of a block.
PLUGIN_RUNNING(meter, "meter", instantiatePlain) {
  passStereo(handle, frames);
  report(handle, 4, fmaxf(peakOf(audio(handle, 2), frames), peakOf(audio(handle, 3), frames)));
  report(handle, 5, ((Instance *)handle)->runs);
  report(handle, 6, frames);
}
