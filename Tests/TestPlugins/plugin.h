#ifndef AUCAT_TEST_PLUGIN_H
#define AUCAT_TEST_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>

// A host must see lv2_descriptor and nothing else, even where the library is built without -fvisibility=hidden:
// a name like `delay` could otherwise be bound to a symbol of the host.
#pragma GCC visibility push(hidden)

#define TEST_URI(name) "urn:aucat:test:" name
#define UNUSED __attribute__((unused))

enum { maximumPorts = 16 };

/// What every plugin keeps. An instance type of a plugin begins with this.
typedef struct {
  void *ports[maximumPorts];
  double rate;
  uint64_t frames;  ///< The frames of all earlier runs, where the plugin counts them.
  uint32_t runs;    ///< The calls of run, where the plugin counts them.
} Instance;

#define INSTANTIATE_PARAMETERS                                                                    \
  UNUSED const LV2_Descriptor *descriptor, UNUSED double rate, UNUSED const char *bundle,         \
      UNUSED const LV2_Feature *const *features

/// Defines an instantiate function that makes a zeroed instance and asks the host for nothing.
#define INSTANTIATE(function, Type) \
  static LV2_Handle function(INSTANTIATE_PARAMETERS) { return newInstance(sizeof(Type), rate); }

/// A descriptor without activate, deactivate and extension data.
#define PLUGIN(name, instantiate, run) \
  {TEST_URI(name), instantiate, connectPort, NULL, run, NULL, freeInstance, NULL}

void *newInstance(size_t size, double rate);
LV2_Handle instantiatePlain(INSTANTIATE_PARAMETERS);
void connectPort(LV2_Handle handle, uint32_t index, void *data);
void freeInstance(LV2_Handle handle);

/// The buffer of an audio or CV port.
float *audio(LV2_Handle handle, uint32_t index);
/// The value of a control input.
float control(LV2_Handle handle, uint32_t index);
/// Writes a control output.
void report(LV2_Handle handle, uint32_t index, double value);

/// Copies port 0 to port 1 and counts the run.
void passMono(LV2_Handle handle, uint32_t frames);
/// Copies ports 0 and 1 to ports 2 and 3 and counts the run.
void passStereo(LV2_Handle handle, uint32_t frames);

/// Whether the host passed a feature, with data or without.
bool hasFeature(const LV2_Feature *const *features, const char *uri);
/// The host's URID map, or a null pointer.
LV2_URID_Map *uridMap(const LV2_Feature *const *features);
/// The id of a URI.
LV2_URID urid(const LV2_URID_Map *map, const char *uri);

/// Makes the buffer of an atom output an empty sequence, and returns how large the sequence's body may become.
uint32_t beginSequence(LV2_Atom_Sequence *sequence, LV2_URID type);

void sleepMicroseconds(double microseconds);

// gain.c
extern const LV2_Descriptor gainMono, gainStereo, monoToStereo, stereoToMono, threeIn, generator;
// latency.c
extern const LV2_Descriptor delay, echo, lateLatency, lookahead;
// controls.c
extern const LV2_Descriptor enabled, toggles, meter;
// ports.c
extern const LV2_Descriptor cv, sideChain, sideChainGroup, inPlaceBroken, extraPort, writesFirst, cvNotFinite, cvBeyond,
    cvUndefined, meterNotFinite;
// midi.c, tempo.c, patch.c, mapper.c
extern const LV2_Descriptor midiGate, tempo, patch, mapper;
// blocks.c
extern const LV2_Descriptor options, fixedBlock, powerOfTwo, coarseBlock, coarseOptional;
// worker.c, logger.c, resize.c
extern const LV2_Descriptor worker, workerSlow, logger, resize, minimumSize;
// loggers.c, atoms.c
extern const LV2_Descriptor tracer, talker, atoms;
// state.c, default-state.c
extern const LV2_Descriptor state, loadDefault, presetState;
// features.c
extern const LV2_Descriptor live, unknownFeature;
// numbers.c
extern const LV2_Descriptor notFinite, denormal, changesFPU;
// faults-ends.c
extern const LV2_Descriptor nullInstantiate, crashInstantiate, hangInstantiate, crashRun, abortRun, exitRun, hangRun,
    spinRun, signals, exitCleanup, crashCleanup;
// faults-process.c
extern const LV2_Descriptor prints, stderrPrints, changesLocale, changesDirectory, closesDescriptors, forks, threads,
    atExit;
// faults-blame.c
extern const LV2_Descriptor underrun, latencyLie, traps, forksInRun, killed;
// faults-memory.c
extern const LV2_Descriptor overrun, overrunInput, writesControlInput, scribbles;
// faults-sound.c
extern const LV2_Descriptor loud, loudSignal, nudge, handlesSignals, lowRates, oddBlocks, fullScale,
    atMaximum, beyondMaximum, activatesOnce, threadBound, rings, chance, readsHeap, readsStack, blockLength,
    sharesMemory, forgetful, leaks, leaksMemory, picky, voice, lateEvents, trustsFrames,
    trustsPlaces, trustsOrder, trustsMessages;
// faults-time.c
extern const LV2_Descriptor allocates, allocatesOnce, unwritable, claimsRealTime, busyThread, loadingThread, asks, locks, slow, burns;

#pragma GCC visibility pop

#endif
