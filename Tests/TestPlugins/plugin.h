#ifndef AUCAT_TEST_PLUGIN_H
#define AUCAT_TEST_PLUGIN_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>

// A host must see lv2_descriptor and nothing else, even where the library is built without -fvisibility=hidden:
// a name like `delay` could otherwise be bound to a symbol of the host.
#pragma GCC visibility push(hidden)

#define TEST_URI(name) "urn:aucat:test:" name
#define UNUSED __attribute__((unused))

enum { maximumPorts = 32 };

/// What every plugin keeps. An instance type of a plugin begins with this.
typedef struct {
  void *ports[maximumPorts];
  double rate;
  uint64_t frames;  ///< The frames of all earlier runs, where the plugin counts them.
  uint32_t runs;    ///< The calls of run, where the plugin counts them.
} Instance;

#define INSTANTIATE_PARAMETERS                                                            \
  UNUSED const LV2_Descriptor *descriptor, UNUSED double rate, UNUSED const char *bundle, \
      UNUSED const LV2_Feature *const *features

/// Defines an instantiate function that makes a zeroed instance and asks the host for nothing.
#define INSTANTIATE(function, Type) \
  static LV2_Handle function(INSTANTIATE_PARAMETERS) { return newInstance(sizeof(Type), rate); }

/// Defines an instantiate function that needs the host's map. The body that follows fills in `instance`.
#define INSTANTIATE_MAPPED(function, Type)                             \
  static void function##With(Type *instance, LV2_URID_Map *map);       \
  static LV2_Handle function(INSTANTIATE_PARAMETERS) {                 \
    LV2_URID_Map *map = uridMap(features);                             \
    Type *instance = map ? newInstance(sizeof *instance, rate) : NULL; \
    if (instance) function##With(instance, map);                       \
    return instance;                                                   \
  }                                                                    \
  static void function##With(Type *instance, LV2_URID_Map *map)

/// Defines the function that gives an interface of a plugin by its URI.
#define EXTENSION(function, Interface, interfaceURI, ...) \
  static const void *function(const char *uri) {          \
    static const Interface interface = {__VA_ARGS__};     \
    return strcmp(uri, interfaceURI) ? NULL : &interface; \
  }
#define STATE_EXTENSION(function, save, restore) \
  EXTENSION(function, LV2_State_Interface, LV2_STATE__interface, save, restore)

/// The functions of a state, before their bodies.
#define SAVES(function)                                                                                       \
  static LV2_State_Status function(                                                                           \
      UNUSED LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle data, UNUSED uint32_t flags, \
      UNUSED const LV2_Feature *const *features)
#define RESTORES(function)                                                                                 \
  static LV2_State_Status function(                                                                        \
      UNUSED LV2_Handle handle, UNUSED LV2_State_Retrieve_Function retrieve, UNUSED LV2_State_Handle data, \
      UNUSED uint32_t flags, UNUSED const LV2_Feature *const *features)

/// A descriptor without activate, deactivate and extension data.
#define PLUGIN(name, instantiate, run) \
  {TEST_URI(name), instantiate, connectPort, NULL, run, NULL, freeInstance, NULL}

/// Such a descriptor, before the body of its run.
#define PLUGIN_RUNNING(variable, name, instantiate)                          \
  static void run_##variable(LV2_Handle handle, uint32_t frames);            \
  const LV2_Descriptor variable = PLUGIN(name, instantiate, run_##variable); \
  static void run_##variable(UNUSED LV2_Handle handle, UNUSED uint32_t frames)

void *newInstance(size_t size, double rate);
LV2_Handle instantiatePlain(INSTANTIATE_PARAMETERS);
void connectPort(LV2_Handle handle, uint32_t index, void *data);
void freeInstance(LV2_Handle handle);

/// An instance with a thread that works until `isEnding`, which cleanupThreaded sets.
typedef struct {
  Instance base;
  pthread_t thread;
  atomic_bool isEnding;
} Threaded;

LV2_Handle newThreaded(double rate, void *(*work)(void *handle));
void cleanupThreaded(LV2_Handle handle);

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

/// Frees a path that the host has made.
void freePath(const LV2_Feature *const *features, char *path);

/// Makes the buffer of an atom output an empty sequence, and returns how large the sequence's body may become.
uint32_t beginSequence(LV2_Atom_Sequence *sequence, LV2_URID type);

void sleepMicroseconds(double microseconds);

/// All plugins, but for missing-descriptor, which is in the Turtle alone: the fault that it tests.
#define TEST_PLUGINS(X) \
  X(gainMono) X(gainStereo) X(monoToStereo) X(stereoToMono) X(threeIn) X(generator) X(delay) X(echo) X(lateLatency) \
  X(lookahead) X(enabled) X(toggles) X(meter) X(cv) X(sideChain) X(sideChainGroup) X(inPlaceBroken) X(extraPort) \
  X(dumps) X(longBlocks) X(atLeastOne) \
  X(writesFirst) X(cvNotFinite) X(cvBeyond) X(cvUndefined) X(meterNotFinite) X(midiGate) X(midiThrough) X(organ) X(tempo) \
  X(patch) X(mapper) X(options) X(fixedBlock) X(powerOfTwo) X(coarseBlock) X(coarseOptional) X(worker) X(workerSlow) \
  X(logger) X(resize) X(minimumSize) X(state) X(loadDefault) X(presetState) X(live) X(unknownFeature) X(notFinite) \
  X(denormal) X(changesFPU) X(nullInstantiate) X(crashInstantiate) X(hangInstantiate) X(crashRun) X(abortRun) \
  X(exitRun) X(hangRun) X(spinRun) X(stopRun) X(eatRun) X(limitRun) X(signals) X(exitCleanup) X(crashCleanup) X(prints) X(stderrPrints) \
  X(changesLocale) X(changesDirectory) X(closesDescriptors) X(forks) X(threads) X(atExit) X(overrun) \
  X(overrunInput) X(writesControlInput) X(scribbles) X(tracer) X(talker) X(atoms) X(underrun) X(latencyLie) \
  X(traps) X(forksInRun) X(killed) X(allocates) X(allocatesOnce) X(unwritable) X(claimsRealTime) X(busyThread) \
  X(loadingThread) X(asks) X(locks) X(slow) X(burns) X(loud) X(loudSignal) X(nudge) X(handlesSignals) X(lowRates) \
  X(oddBlocks) X(fullScale) X(atMaximum) X(beyondMaximum) X(activatesOnce) X(threadBound) X(rings) X(chance) \
  X(readsHeap) X(readsStack) X(blockLength) X(sharesMemory) X(forgetful) X(leaks) X(leaksMemory) X(picky) X(voice) \
  X(lateEvents) X(trustsFrames) X(trustsPlaces) X(trustsOrder) X(trustsMessages) X(stateChanged) \
  X(hostControls) X(workerState)

#define DECLARE_PLUGIN(name) extern const LV2_Descriptor name;
TEST_PLUGINS(DECLARE_PLUGIN)

#pragma GCC visibility pop

#endif
