#include "plugin.h"

// missing-descriptor is in the Turtle and not here: the fault that it tests.
static const LV2_Descriptor *const descriptors[] = {
    &gainMono, &gainStereo, &monoToStereo, &stereoToMono, &threeIn, &generator,
    &delay, &echo, &lateLatency, &lookahead,
    &enabled, &toggles, &meter,
    &cv, &sideChain, &sideChainGroup, &inPlaceBroken, &extraPort, &writesFirst, &cvNotFinite, &cvBeyond, &cvUndefined, &meterNotFinite,
    &midiGate, &tempo, &patch, &mapper,
    &options, &fixedBlock, &powerOfTwo, &coarseBlock, &coarseOptional,
    &worker, &workerSlow, &logger, &resize, &minimumSize,
    &state, &loadDefault, &presetState,
    &live, &unknownFeature,
    &notFinite, &denormal, &changesFPU,
    &nullInstantiate, &crashInstantiate, &hangInstantiate, &crashRun, &abortRun, &exitRun, &hangRun, &spinRun,
    &signals, &exitCleanup, &crashCleanup,
    &prints, &stderrPrints, &changesLocale, &changesDirectory, &closesDescriptors, &forks, &threads, &atExit,
    &overrun, &overrunInput, &writesControlInput, &scribbles,
    &tracer, &talker, &atoms,
    &underrun, &latencyLie, &traps, &forksInRun, &killed,
    &allocates, &allocatesOnce, &unwritable, &claimsRealTime, &busyThread, &loadingThread, &asks, &locks, &slow, &burns,
    &loud, &loudSignal, &nudge, &handlesSignals, &lowRates, &oddBlocks, &fullScale, &atMaximum,
    &beyondMaximum, &activatesOnce, &threadBound, &rings, &chance, &readsHeap, &readsStack, &blockLength,
    &sharesMemory, &forgetful, &leaks, &leaksMemory, &picky, &voice, &lateEvents, &trustsFrames,
    &trustsPlaces, &trustsOrder, &trustsMessages,
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < sizeof descriptors / sizeof *descriptors ? descriptors[index] : NULL;
}
