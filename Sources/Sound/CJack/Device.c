#define _GNU_SOURCE
#include "CJack.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Offsets as in JACK's own header.
_Static_assert(offsetof(AucatJackPosition, frame) == 20 && offsetof(AucatJackPosition, valid) == 24, "jack_position_t");
_Static_assert(offsetof(AucatJackPosition, barStartTick) == 40, "jack_position_t");
_Static_assert(offsetof(AucatJackPosition, beatsPerMinute) == 64, "jack_position_t");
_Static_assert(offsetof(AucatJackPosition, beatOffset) == 88, "jack_position_t");

// A library may give no buffer for a moment: these replace it, in blocks of at most this length.
enum { spareFrames = 8192 };

struct AucatJackDevice {
  const AucatJackFunctions *jack;
  // Set before the client is activated, and not changed until it is closed.
  AucatJackClient *client;
  unsigned inputCount, outputCount;
  bool hasMIDI, asksPorts;
  AucatJackPort *inputs[aucatJackMostPorts], *outputs[aucatJackMostPorts], *midiInput, *midiOutput;

  // Stored by any thread, and read by any.
  atomic_bool isRunning, isInside, isFreewheeling, isLosing, isLost;
  atomic_uint latency, blockLength, sampleRate, xruns, connections, cycles, events;
  _Atomic uint64_t connectedInputs, connectedOutputs;
  char reason[aucatJackMessageSize];
  // Set while nothing runs.
  AucatDeviceFunction call;
  void *context;

  // Used only by the render thread.
  uint64_t heardInputs, heardOutputs;
  const float *sources[aucatJackMostPorts];
  float *targets[aucatJackMostPorts];
  AucatDeviceMIDI received[aucatJackMostEvents], sent[aucatJackMostEvents];
  float silence[spareFrames], scratch[spareFrames];
};

AucatJackDevice *aucatJackNew(const AucatJackFunctions *functions, unsigned inputs, unsigned outputs, int hasMIDI) {
  AucatJackDevice *device = calloc(1, sizeof *device);
  if (!device) return NULL;
  device->jack = functions;
  device->inputCount = inputs < aucatJackMostPorts ? inputs : aucatJackMostPorts;
  device->outputCount = outputs < aucatJackMostPorts ? outputs : aucatJackMostPorts;
  device->hasMIDI = hasMIDI;
  // JACK 2 says without a lock whether a port is connected; JACK 1 and PipeWire take one that other threads hold.
  const char *version = functions->get_version_string ? functions->get_version_string() : NULL;
  device->asksPorts = version && strncmp(version, "1.9.", 4) == 0;
  return device;
}

void aucatJackDelete(AucatJackDevice *device) { free(device); }

// Wakes the thread that reads what callbacks note.
static void note(AucatJackDevice *device) {
  atomic_fetch_add(&device->events, 1);
  syscall(SYS_futex, &device->events, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

// MARK: Callbacks

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// The bits of the ports that are connected.
static uint64_t connected(
    const AucatJackDevice *device, AucatJackPort *const *ports, unsigned count, const _Atomic uint64_t *told) {
  if (!device->asksPorts) return atomic_load_explicit(told, memory_order_relaxed);
  uint64_t bits = 0;
  for (unsigned index = 0; index < count; ++index) {
    if (device->jack->port_connected(ports[index]) > 0) bits |= (uint64_t)1 << index;
  }
  return bits;
}

// Finds the buffers of all ports; false if one is missing, and the block is too long for its replacement.
static bool findBuffers(AucatJackDevice *device, uint32_t frames) {
  bool isWhole = true;
  for (unsigned index = 0; index < device->inputCount; ++index) {
    const float *buffer = device->jack->port_get_buffer(device->inputs[index], frames);
    if (!buffer && frames > spareFrames) isWhole = false;
    device->sources[index] = buffer ? buffer : device->silence;
  }
  for (unsigned index = 0; index < device->outputCount; ++index) {
    float *buffer = device->jack->port_get_buffer(device->outputs[index], frames);
    if (!buffer && frames > spareFrames) isWhole = false;
    device->targets[index] = buffer ? buffer : device->scratch;
  }
  return isWhole;
}

static void silence(AucatJackDevice *device, uint32_t frames, uint64_t kept) {
  for (unsigned index = 0; index < device->outputCount; ++index) {
    if (kept >> index & 1) continue;
    if (device->targets[index] != device->scratch) memset(device->targets[index], 0, frames * sizeof(float));
  }
}

static ptrdiff_t receive(AucatJackDevice *device, uint32_t frames) {
  void *buffer = device->midiInput ? device->jack->port_get_buffer(device->midiInput, frames) : NULL;
  if (!buffer) return 0;
  uint32_t count = device->jack->midi_get_event_count(buffer);
  ptrdiff_t used = 0;
  uint32_t last = 0;
  for (uint32_t index = 0; index < count && used < aucatJackMostEvents; ++index) {
    AucatJackMIDI event;
    if (device->jack->midi_event_get(&event, buffer, index) != 0 || event.size == 0 || event.size > UINT32_MAX) continue;
    // Whatever the server gives, frames must ascend and lie within the block.
    if (event.time > last) last = event.time < frames ? event.time : frames - 1;
    device->received[used++] = (AucatDeviceMIDI){.frame = last, .size = (uint32_t)event.size, .bytes = event.bytes};
  }
  return used;
}

static void sendEvents(AucatJackDevice *device, uint32_t frames, ptrdiff_t count) {
  void *buffer = device->midiOutput ? device->jack->port_get_buffer(device->midiOutput, frames) : NULL;
  if (!buffer) return;
  device->jack->midi_clear_buffer(buffer);
  for (ptrdiff_t index = 0; index < count && index < aucatJackMostEvents; ++index) {
    const AucatDeviceMIDI *event = &device->sent[index];
    uint32_t frame = event->frame < frames ? event->frame : frames - 1;
    if (event->size) device->jack->midi_event_write(buffer, frame, event->bytes, event->size);
  }
}

static void locate(AucatJackDevice *device, AucatDevicePosition *place) {
  enum { stopped, rolling, looping, hasBeats = 0x10, hasBeatOffset = 0x40 };
  AucatJackPosition position;
  memset(&position, 0, sizeof position);
  int state = device->jack->transport_query(device->client, &position);
  place->frame = position.frame;
  place->speed = state == rolling || state == looping ? 1 : 0;
  // Values beyond those of any music might not fit into integers.
  bool isUsable = position.beatsPerMinute > 0 && position.beatsPerMinute < 1e6 && position.ticksPerBeat > 0
      && position.ticksPerBeat < 1e9 && position.beatsPerBar >= 1.0F / 64 && position.beatsPerBar <= 1024
      && position.beatType > 0 && position.beatType < 1e6F;
  place->hasBeats = (position.valid & hasBeats) && isUsable;
  if (!place->hasBeats) return;
  place->beatsPerMinute = (float)position.beatsPerMinute;
  place->beatsPerBar = position.beatsPerBar;
  place->beatUnit = (int32_t)position.beatType;
  place->bar = (int64_t)position.bar - 1;
  place->barBeat = position.beat - 1 + position.tick / position.ticksPerBeat;
  if (!(position.valid & hasBeatOffset) || !position.beatOffset || !position.frameRate) return;
  // The bar and the beat are those at that many frames before the block.
  place->barBeat += position.beatOffset * position.beatsPerMinute / (60.0 * position.frameRate);
  int64_t bars = (int64_t)(place->barBeat / place->beatsPerBar);
  place->bar += bars;
  place->barBeat -= (double)bars * place->beatsPerBar;
}

static void render(AucatJackDevice *device, uint32_t frames, int64_t entry) {
  uint64_t inputs = connected(device, device->inputs, device->inputCount, &device->connectedInputs);
  uint64_t outputs = connected(device, device->outputs, device->outputCount, &device->connectedOutputs);
  if (!device->asksPorts) {
    // A connection is heard once it is known, so that it can begin with a ramp.
    for (unsigned index = 0; index < device->inputCount && frames <= spareFrames; ++index) {
      if (!(inputs >> index & 1)) device->sources[index] = device->silence;
    }
  }
  bool isFreewheeling = atomic_load(&device->isFreewheeling);
  uint32_t rate = atomic_load_explicit(&device->sampleRate, memory_order_relaxed);
  ptrdiff_t sentCount = 0;
  AucatDeviceCycle cycle = {
      .inputs = device->inputCount ? device->sources : NULL,
      .outputs = device->targets,
      .frames = frames,
      .startsInput = inputs & ~device->heardInputs,
      .startsOutput = outputs & ~device->heardOutputs,
      .midi = device->received,
      .midiCount = receive(device, frames),
      .sent = device->sent,
      .sentRoom = aucatJackMostEvents,
      .sentCount = &sentCount,
      .position.isFreewheeling = isFreewheeling,
      .entry = entry,
      .period = isFreewheeling || !rate ? 0 : (int64_t)frames * 1000000000 / rate,
  };
  locate(device, &cycle.position);
  device->heardInputs = inputs;
  device->heardOutputs = outputs;
  device->call(device->context, &cycle);
  if (!device->asksPorts) silence(device, frames, outputs);
  sendEvents(device, frames, sentCount);
}

static int process(uint32_t frames, void *argument) {
  AucatJackDevice *device = argument;
  int64_t entry = now();
  // A library must not make two calls at the same time; if it does, nothing is rendered.
  if (frames == 0 || atomic_exchange(&device->isInside, true)) return 0;
  atomic_fetch_add_explicit(&device->cycles, 1, memory_order_relaxed);
  bool hasBuffers = findBuffers(device, frames);
  if (hasBuffers && atomic_load(&device->isRunning)) {
    render(device, frames, entry);
  } else {
    if (hasBuffers) silence(device, frames, 0);
    sendEvents(device, frames, 0);
    device->heardInputs = device->heardOutputs = 0;
  }
  atomic_store(&device->isInside, false);
  return 0;
}

static int changeBlock(uint32_t frames, void *argument) {
  AucatJackDevice *device = argument;
  if (atomic_exchange(&device->blockLength, frames) != frames) note(device);
  return 0;
}

static int changeRate(uint32_t rate, void *argument) {
  AucatJackDevice *device = argument;
  if (atomic_exchange(&device->sampleRate, rate) != rate) note(device);
  return 0;
}

static void freewheel(int starts, void *argument) {
  AucatJackDevice *device = argument;
  if (atomic_exchange(&device->isFreewheeling, starts != 0) != (starts != 0)) note(device);
}

static int countXrun(void *argument) {
  AucatJackDevice *device = argument;
  atomic_fetch_add(&device->xruns, 1);
  note(device);
  return 0;
}

static void connectPorts(uint32_t one, uint32_t other, int connects, void *argument) {
  (void)one, (void)other, (void)connects;
  AucatJackDevice *device = argument;
  atomic_fetch_add(&device->connections, 1);
  note(device);
}

static void lose(int code, const char *reason, void *argument) {
  (void)code;
  AucatJackDevice *device = argument;
  if (atomic_exchange(&device->isLosing, true)) return;
  size_t length = reason ? strnlen(reason, aucatJackMessageSize - 1) : 0;
  memcpy(device->reason, reason ? reason : "", length);
  device->reason[length] = 0;
  atomic_store(&device->isLost, true);
  note(device);
}

// The range of latencies of the connected ports on one side.
static AucatJackRange range(
    const AucatJackDevice *device, AucatJackPort *const *ports, unsigned count, AucatJackPort *midi, int mode) {
  AucatJackRange all = {.least = UINT32_MAX, .most = 0};
  for (unsigned index = 0; index <= count; ++index) {
    AucatJackPort *port = index < count ? ports[index] : midi;
    if (!port || device->jack->port_connected(port) <= 0) continue;
    AucatJackRange one = {0, 0};
    device->jack->port_get_latency_range(port, mode, &one);
    if (one.least < all.least) all.least = one.least;
    if (one.most > all.most) all.most = one.most;
  }
  if (all.least > all.most) all.least = all.most;
  return all;
}

// JACK allows its functions for latency ranges to be called only here.
static void tellLatency(int mode, void *argument) {
  AucatJackDevice *device = argument;
  bool isCapture = mode == aucatJackCapture;
  AucatJackRange all = isCapture
      ? range(device, device->inputs, device->inputCount, device->midiInput, mode)
      : range(device, device->outputs, device->outputCount, device->midiOutput, mode);
  uint32_t own = atomic_load(&device->latency);
  all.least = all.least < UINT32_MAX - own ? all.least + own : UINT32_MAX;
  all.most = all.most < UINT32_MAX - own ? all.most + own : UINT32_MAX;
  AucatJackPort *const *ports = isCapture ? device->outputs : device->inputs;
  unsigned count = isCapture ? device->outputCount : device->inputCount;
  AucatJackPort *midi = isCapture ? device->midiOutput : device->midiInput;
  for (unsigned index = 0; index <= count; ++index) {
    AucatJackPort *port = index < count ? ports[index] : midi;
    if (port) device->jack->port_set_latency_range(port, mode, &all);
  }
}

// MARK: Life

int aucatJackOpen(AucatJackDevice *device, const char *name, const char *server, int *status) {
  *status = 0;
  device->client = server ? device->jack->client_open(name, aucatJackNoStart | aucatJackServerName, status, server)
                          : device->jack->client_open(name, aucatJackNoStart, status);
  if (!device->client) return 0;
  atomic_store(&device->isLosing, false);
  atomic_store(&device->isLost, false);
  atomic_store(&device->isFreewheeling, false);
  atomic_store(&device->xruns, 0);
  atomic_store(&device->connections, 0);
  atomic_store(&device->connectedInputs, 0);
  atomic_store(&device->connectedOutputs, 0);
  atomic_store(&device->blockLength, device->jack->get_buffer_size(device->client));
  atomic_store(&device->sampleRate, device->jack->get_sample_rate(device->client));
  return 1;
}

static bool setCallbacks(AucatJackDevice *device) {
  const AucatJackFunctions *jack = device->jack;
  AucatJackClient *client = device->client;
  jack->on_info_shutdown(client, lose, device);
  // Without this callback, the rate stays as it was when the client was opened.
  if (jack->set_sample_rate_callback) jack->set_sample_rate_callback(client, changeRate, device);
  return jack->set_process_callback(client, process, device) == 0
      && jack->set_buffer_size_callback(client, changeBlock, device) == 0
      && jack->set_freewheel_callback(client, freewheel, device) == 0
      && jack->set_latency_callback(client, tellLatency, device) == 0
      && jack->set_xrun_callback(client, countXrun, device) == 0
      && jack->set_port_connect_callback(client, connectPorts, device) == 0;
}

static const char audio[] = "32 bit float mono audio", midi[] = "8 bit raw midi";

static bool registerPorts(
    AucatJackDevice *device, AucatJackPort **ports, unsigned count, const char *name, unsigned long flags) {
  for (unsigned index = 0; index < count; ++index) {
    char text[24];
    snprintf(text, sizeof text, "%s_%u", name, index + 1);
    ports[index] = device->jack->port_register(device->client, text, audio, flags, 0);
    if (!ports[index]) return false;
  }
  return true;
}

static bool registerMIDI(AucatJackDevice *device) {
  if (!device->hasMIDI) return true;
  device->midiInput = device->jack->port_register(device->client, "midi_in", midi, aucatJackInput, 0);
  device->midiOutput = device->jack->port_register(device->client, "midi_out", midi, aucatJackOutput, 0);
  return device->midiInput && device->midiOutput;
}

const char *aucatJackPrepare(AucatJackDevice *device) {
  if (!setCallbacks(device)) return "set a callback";
  bool hasPorts = registerPorts(device, device->inputs, device->inputCount, "in", aucatJackInput)
      && registerPorts(device, device->outputs, device->outputCount, "out", aucatJackOutput) && registerMIDI(device);
  return hasPorts ? NULL : "register a port";
}

void aucatJackClose(AucatJackDevice *device) {
  if (device->client) device->jack->client_close(device->client);
  device->client = NULL;
  memset(device->inputs, 0, sizeof device->inputs);
  memset(device->outputs, 0, sizeof device->outputs);
  device->midiInput = device->midiOutput = NULL;
}

AucatJackClient *aucatJackClient(const AucatJackDevice *device) { return device->client; }

AucatJackPort *aucatJackPort(const AucatJackDevice *device, unsigned index) {
  if (index < device->inputCount) return device->inputs[index];
  index -= device->inputCount;
  if (index < device->outputCount) return device->outputs[index];
  index -= device->outputCount;
  return index == 0 ? device->midiInput : index == 1 ? device->midiOutput : NULL;
}

void aucatJackRun(AucatJackDevice *device, AucatDeviceFunction call, void *context) {
  device->call = call;
  device->context = context;
  atomic_store(&device->isRunning, true);
}

void aucatJackPause(AucatJackDevice *device) {
  atomic_store(&device->isRunning, false);
  // A call that begins from now on sees that.
  while (atomic_load(&device->isInside)) usleep(200);
}

// MARK: Notes

void aucatJackSetLatency(AucatJackDevice *device, uint32_t frames) { atomic_store(&device->latency, frames); }

void aucatJackSetConnected(AucatJackDevice *device, uint64_t inputs, uint64_t outputs) {
  atomic_store(&device->connectedInputs, inputs);
  atomic_store(&device->connectedOutputs, outputs);
}

int aucatJackAsksPorts(const AucatJackDevice *device) { return device->asksPorts; }

uint32_t aucatJackRead(AucatJackDevice *device, AucatJackNotes *notes) {
  uint32_t number = atomic_load(&device->events);
  *notes = (AucatJackNotes){
      .blockLength = atomic_load(&device->blockLength),
      .sampleRate = atomic_load(&device->sampleRate),
      .xruns = atomic_load(&device->xruns),
      .connections = atomic_load(&device->connections),
      .cycles = atomic_load(&device->cycles),
      .isFreewheeling = atomic_load(&device->isFreewheeling),
      .isLost = atomic_load(&device->isLost),
  };
  if (notes->isLost) memcpy(notes->reason, device->reason, sizeof notes->reason);
  return number;
}

void aucatJackWait(AucatJackDevice *device, uint32_t number, unsigned milliseconds) {
  struct timespec patience = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
  syscall(SYS_futex, &device->events, FUTEX_WAIT_PRIVATE, number, &patience, NULL, 0);
}

void aucatJackLose(AucatJackDevice *device) { lose(0, "", device); }

void aucatJackWake(AucatJackDevice *device) { note(device); }
