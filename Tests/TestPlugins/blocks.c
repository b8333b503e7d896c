#include "plugin.h"

#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2_util.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>

enum { optionCount = 5, firstValue = 4 };

static const char *const keys[optionCount] = {
    LV2_BUF_SIZE__minBlockLength, LV2_BUF_SIZE__maxBlockLength, LV2_BUF_SIZE__nominalBlockLength,
    LV2_BUF_SIZE__sequenceSize, LV2_PARAMETERS__sampleRate};

typedef struct {
  Instance base;
  double values[optionCount];
  uint32_t smallest, largest;
  bool isBroken;
} Blocks;

/// The number in an option, or -2 where its type or size is not what the specification says.
static double numberOf(const LV2_URID_Map *map, const LV2_Options_Option *option) {
  if (option->size != 4 || !option->value) return -2;
  if (option->type == urid(map, LV2_ATOM__Int)) return *(const int32_t *)option->value;
  if (option->type == urid(map, LV2_ATOM__Float)) return *(const float *)option->value;
  return -2;
}

/// An option of the instance, or -1 where the host doesn't give it.
static double optionValue(const LV2_URID_Map *map, const LV2_Options_Option *option, const char *key) {
  for (; option->key || option->value; option++) {
    if (option->context == LV2_OPTIONS_INSTANCE && option->key == urid(map, key)) return numberOf(map, option);
  }
  return -1;
}

/// An instance that has read the options, where the host passes the feature that the plugin requires.
static LV2_Handle instantiateWith(double rate, const LV2_Feature *const *features, const char *required) {
  const LV2_URID_Map *map = uridMap(features);
  const LV2_Options_Option *options = lv2_features_data(features, LV2_OPTIONS__options);
  bool isComplete = map && options && hasFeature(features, required);
  Blocks *blocks = isComplete ? newInstance(sizeof *blocks, rate) : NULL;
  if (!blocks) return NULL;
  for (int i = 0; i < optionCount; i++) blocks->values[i] = optionValue(map, options, keys[i]);
  blocks->smallest = UINT32_MAX;
  return blocks;
}

static void countBlock(Blocks *blocks, uint32_t frames) {
  passStereo(blocks, frames);
  if (frames < blocks->smallest) blocks->smallest = frames;
  if (frames > blocks->largest) blocks->largest = frames;
}

static LV2_Handle instantiateOptions(INSTANTIATE_PARAMETERS) {
  return instantiateWith(rate, features, LV2_BUF_SIZE__boundedBlockLength);
}

/// Shows the options that the host passes; -1 is absent, -2 is of a wrong type or size.
PLUGIN_RUNNING(options, "options", instantiateOptions) {
  passStereo(handle, frames);
  for (uint32_t i = 0; i < optionCount; i++) report(handle, firstValue + i, ((Blocks *)handle)->values[i]);
}

static LV2_Handle instantiateFixedBlock(INSTANTIATE_PARAMETERS) {
  return instantiateWith(rate, features, LV2_BUF_SIZE__fixedBlockLength);
}

/// Every run must have the one length that the options promise, the last one of a file included.
PLUGIN_RUNNING(fixedBlock, "fixed-block", instantiateFixedBlock) {
  Blocks *blocks = handle;
  countBlock(blocks, frames);
  if (blocks->smallest != blocks->largest || frames != blocks->values[1]) blocks->isBroken = true;
  report(handle, firstValue, blocks->isBroken);
}

static LV2_Handle instantiatePowerOfTwo(INSTANTIATE_PARAMETERS) {
  return instantiateWith(rate, features, LV2_BUF_SIZE__powerOf2BlockLength);
}

/// Every run must have a power of two as its length, within the options; the specification lets it vary.
PLUGIN_RUNNING(powerOfTwo, "power-of-two", instantiatePowerOfTwo) {
  Blocks *blocks = handle;
  countBlock(blocks, frames);
  bool isPower = frames > 0 && (frames & (frames - 1)) == 0;
  if (!isPower || frames < blocks->values[0] || frames > blocks->values[1]) blocks->isBroken = true;
  report(handle, firstValue, blocks->isBroken);
}

static LV2_Handle instantiateCoarseBlock(INSTANTIATE_PARAMETERS) {
  return instantiateWith(rate, features, LV2_BUF_SIZE__coarseBlockLength);
}

static void runCoarseBlock(LV2_Handle handle, uint32_t frames) {
  Blocks *blocks = handle;
  countBlock(blocks, frames);
  report(handle, firstValue, blocks->smallest);
  report(handle, firstValue + 1, blocks->largest);
}

/// Asks that blocks are not split where a control changes; shows the shortest and the longest that it got.
const LV2_Descriptor coarseBlock = PLUGIN("coarse-block", instantiateCoarseBlock, runCoarseBlock);

/// The same plugin, which works without the feature: a host that has it keeps its promise here too.
const LV2_Descriptor coarseOptional = PLUGIN("coarse-optional", instantiateCoarseBlock, runCoarseBlock);

static LV2_Handle instantiateLongBlocks(INSTANTIATE_PARAMETERS) {
  Blocks *blocks = instantiateWith(rate, features, LV2_BUF_SIZE__fixedBlockLength);
  if (!blocks || blocks->values[1] >= 64) return blocks;
  freeInstance(blocks);
  return NULL;
}

/// Refuses to start with blocks of fewer than 64 frames.
PLUGIN_RUNNING(longBlocks, "long-blocks", instantiateLongBlocks) { countBlock(handle, frames); }
