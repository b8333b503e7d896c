#include "plugin.h"

static void scale(const float *in, float *out, float gain, uint32_t frames) {
  for (uint32_t i = 0; i < frames; i++) out[i] = in[i] * gain;
}

static void runGainMono(LV2_Handle handle, uint32_t frames) {
  scale(audio(handle, 0), audio(handle, 1), control(handle, 2), frames);
}

/// The plainest mono plugin: values of controls reach run, one channel is processed.
const LV2_Descriptor gainMono = PLUGIN("gain-mono", instantiatePlain, runGainMono);

static void runGainStereo(LV2_Handle handle, uint32_t frames) {
  scale(audio(handle, 0), audio(handle, 2), control(handle, 4), frames);
  scale(audio(handle, 1), audio(handle, 3), control(handle, 4), frames);
}

/// The plainest stereo plugin: channels keep their order. Its presets are in presets.ttl.
const LV2_Descriptor gainStereo = PLUGIN("gain-stereo", instantiatePlain, runGainStereo);

static void runMonoToStereo(LV2_Handle handle, uint32_t frames) {
  const float *in = audio(handle, 0);
  float *left = audio(handle, 1), *right = audio(handle, 2);
  for (uint32_t i = 0; i < frames; i++) {
    float value = in[i];
    left[i] = value;
    right[i] = -value;
  }
}

/// One channel becomes two; the right one is inverted, so that a host that copies the left one is found out.
const LV2_Descriptor monoToStereo = PLUGIN("mono-to-stereo", instantiatePlain, runMonoToStereo);

static void runStereoToMono(LV2_Handle handle, uint32_t frames) {
  const float *left = audio(handle, 0), *right = audio(handle, 1);
  float *out = audio(handle, 2);
  for (uint32_t i = 0; i < frames; i++) out[i] = (left[i] + right[i]) * 0.5f;
}

/// Two channels become one, their average.
const LV2_Descriptor stereoToMono = PLUGIN("stereo-to-mono", instantiatePlain, runStereoToMono);

static void runThreeIn(LV2_Handle handle, uint32_t frames) {
  for (uint32_t channel = 0; channel < 3; channel++) {
    scale(audio(handle, channel), audio(handle, channel + 3), 1, frames);
  }
}

/// Three channels, which a host of mono and stereo has to refuse with a reason.
const LV2_Descriptor threeIn = PLUGIN("three-in", instantiatePlain, runThreeIn);

static void runGenerator(LV2_Handle handle, uint32_t frames) {
  float *out = audio(handle, 0);
  for (uint32_t i = 0; i < frames; i++) out[i] = 0.5f;
}

/// No input: the length of the result can't come from the plugin's input.
const LV2_Descriptor generator = PLUGIN("generator", instantiatePlain, runGenerator);
