#include "plugin.h"

static void scale(const float *in, float *out, float gain, uint32_t frames) {
  for (uint32_t i = 0; i < frames; i++) out[i] = in[i] * gain;
}

/// The plainest mono plugin: values of controls reach run, one channel is processed.
PLUGIN_RUNNING(gainMono, "gain-mono", instantiatePlain) {
  scale(audio(handle, 0), audio(handle, 1), control(handle, 2), frames);
}

/// The plainest stereo plugin: channels keep their order. Its presets are in presets.ttl.
PLUGIN_RUNNING(gainStereo, "gain-stereo", instantiatePlain) {
  scale(audio(handle, 0), audio(handle, 2), control(handle, 4), frames);
  scale(audio(handle, 1), audio(handle, 3), control(handle, 4), frames);
}

/// One channel becomes two; the right one is inverted, so that a host that copies the left one is found out.
PLUGIN_RUNNING(monoToStereo, "mono-to-stereo", instantiatePlain) {
  const float *in = audio(handle, 0);
  float *left = audio(handle, 1), *right = audio(handle, 2);
  for (uint32_t i = 0; i < frames; i++) {
    float value = in[i];
    left[i] = value;
    right[i] = -value;
  }
}

/// Two channels become one, their average.
PLUGIN_RUNNING(stereoToMono, "stereo-to-mono", instantiatePlain) {
  const float *left = audio(handle, 0), *right = audio(handle, 1);
  float *out = audio(handle, 2);
  for (uint32_t i = 0; i < frames; i++) out[i] = (left[i] + right[i]) * 0.5f;
}

/// Three channels, which a host of mono and stereo has to refuse with a reason.
PLUGIN_RUNNING(threeIn, "three-in", instantiatePlain) {
  for (uint32_t channel = 0; channel < 3; channel++) {
    scale(audio(handle, channel), audio(handle, channel + 3), 1, frames);
  }
}

/// No input: the length of the result can't come from the plugin's input.
PLUGIN_RUNNING(generator, "generator", instantiatePlain) {
  float *out = audio(handle, 0);
  for (uint32_t i = 0; i < frames; i++) out[i] = 0.5f;
}
