#include "plugin.h"

#define PLUGIN_ADDRESS(name) &name,
static const LV2_Descriptor *const descriptors[] = {TEST_PLUGINS(PLUGIN_ADDRESS)};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < sizeof descriptors / sizeof *descriptors ? descriptors[index] : NULL;
}
