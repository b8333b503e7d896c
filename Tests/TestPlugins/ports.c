#include "plugin.h"

#include <math.h>

static void runCV(LV2_Handle handle, uint32_t frames) {
  const float *in = audio(handle, 0), *factor = audio(handle, 1);
  float *out = audio(handle, 2), *level = audio(handle, 3);
  for (uint32_t i = 0; i < frames; i++) {
    float value = in[i], product = value * factor[i];
    out[i] = product;
    level[i] = fabsf(value);
  }
}

/// CV ports have buffers like audio but are no channels: with silence at `cv_in` nothing comes out.
const LV2_Descriptor cv = PLUGIN("cv", instantiatePlain, runCV);

static void runSideChain(LV2_Handle handle, uint32_t frames) {
  const float *in = audio(handle, 0), *key = audio(handle, 1);
  float *out = audio(handle, 2);
  for (uint32_t i = 0; i < frames; i++) out[i] = in[i] + key[i];
}

/// A second audio input that is no channel, by lv2:isSideChain: the plugin is mono, and the key is fed silence.
const LV2_Descriptor sideChain = PLUGIN("side-chain", instantiatePlain, runSideChain);

/// The same, said by pg:sideChainOf of the key's port group.
const LV2_Descriptor sideChainGroup = PLUGIN("side-chain-group", instantiatePlain, runSideChain);

static LV2_Handle instantiateInPlaceBroken(INSTANTIATE_PARAMETERS) {
  return hasFeature(features, LV2_CORE__inPlaceBroken) ? newInstance(sizeof(Instance), rate) : NULL;
}

static void runInPlaceBroken(LV2_Handle handle, uint32_t frames) {
  const float *in = audio(handle, 0);
  float *out = audio(handle, 1);
  for (uint32_t i = 0; i < frames; i++) out[i] = 7;
  for (uint32_t i = 0; i < frames; i++) out[i] = in[i];
}

/// Writes before it reads. 7 comes out where the host gave input and output one buffer.
const LV2_Descriptor inPlaceBroken = PLUGIN("in-place-broken", instantiateInPlaceBroken, runInPlaceBroken);

/// The same without a word of it.
const LV2_Descriptor writesFirst = PLUGIN("writes-first", instantiatePlain, runInPlaceBroken);

/// Gives a NaN at its CV output, and sound at the other.
PLUGIN_RUNNING(cvNotFinite, "cv-not-finite", instantiatePlain) {
  runCV(handle, frames);
  audio(handle, 3)[0] = NAN;
}

/// Gives 3 at its CV output, which goes to 1.
PLUGIN_RUNNING(cvBeyond, "cv-beyond", instantiatePlain) {
  runCV(handle, frames);
  audio(handle, 3)[0] = 3;
}

/// Has CV ports only, and gives a NaN once its input is above 0.5: a host that leaves the input silent sees none.
PLUGIN_RUNNING(cvUndefined, "cv-undefined", instantiatePlain) {
  const float *in = audio(handle, 0);
  float *out = audio(handle, 1);
  for (uint32_t i = 0; i < frames; i++) out[i] = sqrtf(1 - 2 * in[i]);
}

/// Passes sound on, and its meter says -infinity where it is silent.
PLUGIN_RUNNING(meterNotFinite, "meter-not-finite", instantiatePlain) {
  passMono(handle, frames);
  report(handle, 2, frames > 0 ? log10(fabs((double)audio(handle, 0)[0])) : 0);
}

static void connectFour(LV2_Handle handle, uint32_t index, void *data) {
  if (index < 4) connectPort(handle, index, data);
}

/// The Turtle has a fifth port that the code ignores: harmless, as nothing crashes and the port keeps its value.
const LV2_Descriptor extraPort = {
    TEST_URI("extra-port"), instantiatePlain, connectFour, NULL, passStereo, NULL, freeInstance, NULL};
