#include "plugin.h"

static LV2_Handle instantiateLive(INSTANTIATE_PARAMETERS) {
  return hasFeature(features, LV2_CORE__isLive) ? newInstance(sizeof(Instance), rate) : NULL;
}

/// Works with a live source only, so a host that renders files has to refuse it.
const LV2_Descriptor live = PLUGIN("live", instantiateLive, passStereo);

static LV2_Handle instantiateUnknownFeature(INSTANTIATE_PARAMETERS) {
  return hasFeature(features, TEST_URI("nosuch")) ? newInstance(sizeof(Instance), rate) : NULL;
}

/// Requires a feature that no host has: refused by its Turtle, before its code is loaded.
const LV2_Descriptor unknownFeature = PLUGIN("unknown-feature", instantiateUnknownFeature, passStereo);
