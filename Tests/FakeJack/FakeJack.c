// JACK's library without a server: tests call the callbacks when and from where they like, and let calls fail.
//
// A program that loads it by AUCAT_JACK has a server of 48,000 Hz and 64 frames, which runs by a clock. A test calls fake_reset
// first, and from then on runs each block itself (fake_cycle). There are the ports system:capture_1 and _2, system:playback_1
// and _2, system:midi_capture_1 and system:midi_playback_1.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// As in JACK's headers.
typedef struct {
  uint64_t unique_1;
  uint64_t usecs;
  uint32_t frame_rate, frame, valid;
  int32_t bar, beat, tick;
  double bar_start_tick;
  float beats_per_bar, beat_type;
  double ticks_per_beat, beats_per_minute, frame_time, next_time;
  uint32_t bbt_offset;
  float audio_frames_per_video_frame;
  uint32_t video_offset;
  double tick_double;
  int32_t padding[5];
  uint64_t unique_2;
} __attribute__((__packed__)) jack_position_t;
typedef struct { uint32_t min, max; } jack_latency_range_t;
typedef struct { uint32_t time; size_t size; uint8_t *buffer; } jack_midi_event_t;
enum { isInput = 1, isOutput = 2, isPhysical = 4 };

enum { mostClients = 8, mostPorts = 200, mostFrames = 16384, mostConnections = 200, mostEvents = 2000, mostFailures = 16 };

typedef struct {
  uint32_t time;
  uint32_t size;
  uint8_t bytes[16];
} Event;

typedef struct Client {
  bool isOpen;
  atomic_bool isActive;
  char name[64];
  pthread_t clock;
  bool hasClock;
  int (*process)(uint32_t, void *);
  int (*bufferSize)(uint32_t, void *);
  int (*sampleRate)(uint32_t, void *);
  void (*freewheel)(int, void *);
  void (*latency)(int, void *);
  int (*xrun)(void *);
  void (*connect)(uint32_t, uint32_t, int, void *);
  void (*shutdown)(int, const char *, void *);
  void *argument;
} Client;

typedef struct Port {
  Client *client;
  bool isThere, isMIDI, hasNoBuffer;
  unsigned long flags;
  char name[128];
  float samples[mostFrames];
  Event *events;
  uint32_t eventCount, blockFrames;
  jack_latency_range_t latencies[2];
} Port;

static struct {
  pthread_mutex_t lock;
  bool isReset, isDown;
  atomic_uint rate, block;
  atomic_uint calls;
  int status;
  char version[64], failures[mostFailures][40];
  Client clients[mostClients];
  Port *ports[mostPorts];
  Port *sources[mostConnections], *targets[mostConnections];
  jack_position_t position;
  int transport;
  void (*error)(const char *);
  void (*information)(const char *);
} fake = {.lock = PTHREAD_MUTEX_INITIALIZER, .rate = 48000, .block = 64, .version = "1.9.21"};

static void lock(void) { pthread_mutex_lock(&fake.lock); }
static void unlock(void) { pthread_mutex_unlock(&fake.lock); }

static bool fails(const char *function) {
  bool found = false;
  lock();
  for (int index = 0; index < mostFailures; ++index) found = found || strcmp(fake.failures[index], function) == 0;
  unlock();
  return found;
}

static Port *makePort(Client *client, const char *owner, const char *name, bool isMIDI, unsigned long flags) {
  for (int index = 0; index < mostPorts; ++index) {
    if (fake.ports[index] && fake.ports[index]->isThere) continue;
    if (!fake.ports[index]) {
      fake.ports[index] = calloc(1, sizeof(Port));
      fake.ports[index]->events = calloc(mostEvents, sizeof(Event));
    }
    Port *port = fake.ports[index];
    Event *events = port->events;
    memset(port, 0, sizeof *port);
    port->events = events;
    port->client = client;
    port->isThere = true;
    port->isMIDI = isMIDI;
    port->flags = flags;
    snprintf(port->name, sizeof port->name, "%s:%s", owner, name);
    return port;
  }
  return NULL;
}

static Port *find(const char *name) {
  for (int index = 0; index < mostPorts; ++index) {
    Port *port = fake.ports[index];
    if (port && port->isThere && strcmp(port->name, name) == 0) return port;
  }
  return NULL;
}

// The port with a name.
static Port *named(const char *name) {
  lock();
  Port *port = find(name);
  unlock();
  return port;
}

// With the lock held.
static void makeSystem(void) {
  if (find("system:capture_1")) return;
  makePort(NULL, "system", "capture_1", false, isOutput | isPhysical);
  makePort(NULL, "system", "capture_2", false, isOutput | isPhysical);
  makePort(NULL, "system", "playback_1", false, isInput | isPhysical);
  makePort(NULL, "system", "playback_2", false, isInput | isPhysical);
  makePort(NULL, "system", "midi_capture_1", true, isOutput | isPhysical);
  makePort(NULL, "system", "midi_playback_1", true, isInput | isPhysical);
}

static void disconnectAll(Client *client) {
  for (int index = 0; index < mostConnections; ++index) {
    if (!fake.sources[index] || (fake.sources[index]->client != client && fake.targets[index]->client != client)) continue;
    fake.sources[index] = fake.targets[index] = NULL;
  }
}

// MARK: For tests

// Forgets everything; from now on blocks run only by fake_cycle.
void fake_reset(void) {
  lock();
  for (int index = 0; index < mostPorts; ++index) {
    if (fake.ports[index]) fake.ports[index]->isThere = false;
  }
  for (int index = 0; index < mostClients; ++index) fake.clients[index].isOpen = false;
  memset(fake.sources, 0, sizeof fake.sources);
  memset(fake.targets, 0, sizeof fake.targets);
  memset(fake.failures, 0, sizeof fake.failures);
  memset(&fake.position, 0, sizeof fake.position);
  fake.transport = fake.status = 0;
  fake.isReset = true;
  fake.isDown = false;
  fake.rate = 48000;
  fake.block = 64;
  strcpy(fake.version, "1.9.21");
  unlock();
}

void fake_fail(const char *function) {
  lock();
  for (int index = 0; index < mostFailures; ++index) {
    if (fake.failures[index][0]) continue;
    snprintf(fake.failures[index], sizeof fake.failures[index], "%s", function);
    break;
  }
  unlock();
}

void fake_mend(void) {
  lock();
  memset(fake.failures, 0, sizeof fake.failures);
  unlock();
}

// What client_open says where it fails.
void fake_status(int status) { fake.status = status; }

void fake_version(const char *version) { snprintf(fake.version, sizeof fake.version, "%s", version); }

void fake_server(int isUp) { fake.isDown = !isUp; }

static Client *const first = fake.clients;

int fake_clients(void) {
  int count = 0;
  lock();
  for (int index = 0; index < mostClients; ++index) count += fake.clients[index].isOpen;
  unlock();
  return count;
}

// Runs a block of the first client, in the caller's thread, whatever the server's length is.
void fake_cycle(uint32_t frames) {
  if (first->isActive && first->process) first->process(frames, first->argument);
}

void fake_xrun(void) {
  if (first->xrun) first->xrun(first->argument);
}

void fake_block(uint32_t frames) {
  fake.block = frames;
  if (first->bufferSize) first->bufferSize(frames, first->argument);
}

void fake_rate(uint32_t rate) {
  fake.rate = rate;
  if (first->sampleRate) first->sampleRate(rate, first->argument);
}

void fake_freewheel(int isOn) {
  if (first->freewheel) first->freewheel(isOn, first->argument);
}

void fake_latency(int mode) {
  if (first->latency) first->latency(mode, first->argument);
}

void fake_told(void) {
  if (first->connect) first->connect(1, 2, 1, first->argument);
}

// The server ends.
void fake_shutdown(const char *reason) {
  fake.isDown = true;
  if (first->shutdown) first->shutdown(0x20, reason, first->argument);
}

void fake_say(const char *text, int isError) {
  void (*function)(const char *) = isError ? fake.error : fake.information;
  if (function) function(text);
}

float *fake_samples(const char *name) {
  Port *port = named(name);
  return port ? port->samples : NULL;
}

void fake_take_buffer(const char *name, int isTaken) {
  lock();
  Port *port = find(name);
  if (port) port->hasNoBuffer = isTaken;
  unlock();
}

void fake_add_event(const char *name, uint32_t frame, const uint8_t *bytes, uint32_t size) {
  lock();
  Port *port = find(name);
  if (port && port->eventCount < mostEvents) {
    Event *event = &port->events[port->eventCount++];
    event->time = frame;
    event->size = size;
    memcpy(event->bytes, bytes, size < sizeof event->bytes ? size : sizeof event->bytes);
  }
  unlock();
}

int fake_event(const char *name, uint32_t index, uint32_t *frame, uint8_t *bytes) {
  lock();
  Port *port = find(name);
  int size = -1;
  if (port && index < port->eventCount) {
    *frame = port->events[index].time;
    size = (int)port->events[index].size;
    memcpy(bytes, port->events[index].bytes, sizeof port->events[index].bytes);
  }
  unlock();
  return size;
}

void fake_transport(int state, uint32_t frame) {
  fake.transport = state;
  fake.position.frame = frame;
  fake.position.frame_rate = fake.rate;
  fake.position.valid = 0;
}

void fake_beats(int32_t bar, int32_t beat, int32_t tick, double tempo, uint32_t offset) {
  fake.position.valid = 0x10 | (offset ? 0x40 : 0);
  fake.position.bar = bar;
  fake.position.beat = beat;
  fake.position.tick = tick;
  fake.position.beats_per_bar = 3;
  fake.position.beat_type = 8;
  fake.position.ticks_per_beat = 1920;
  fake.position.beats_per_minute = tempo;
  fake.position.bbt_offset = offset;
}

uint32_t fake_range(const char *name, int mode, int isMost) {
  Port *port = named(name);
  return !port ? UINT32_MAX : isMost ? port->latencies[mode].max : port->latencies[mode].min;
}

void fake_set_range(const char *name, int mode, uint32_t least, uint32_t most) {
  lock();
  Port *port = find(name);
  if (port) port->latencies[mode] = (jack_latency_range_t){least, most};
  unlock();
}

// How often latencies were to be computed again.
unsigned fake_calls(void) { return fake.calls; }

// MARK: JACK

Client *jack_client_open(const char *name, int options, int *status, ...) {
  (void)options;
  if (fails("client_open")) {
    *status = fake.status;
    return NULL;
  }
  if (fake.isDown) {
    *status = 0x11;
    return NULL;
  }
  lock();
  makeSystem();
  Client *found = NULL;
  for (int index = 0; index < mostClients && !found; ++index) {
    if (!fake.clients[index].isOpen) found = &fake.clients[index];
  }
  if (found) {
    memset(found, 0, sizeof *found);
    int taken = 0;
    for (int index = 0; index < mostClients; ++index) {
      taken += fake.clients[index].isOpen && strncmp(fake.clients[index].name, name, strlen(name)) == 0;
    }
    if (taken) {
      snprintf(found->name, sizeof found->name, "%s-%02d", name, taken);
    } else {
      snprintf(found->name, sizeof found->name, "%s", name);
    }
    found->isOpen = true;
  }
  unlock();
  return found;
}

int jack_client_close(Client *client) {
  client->isActive = false;
  if (client->hasClock) pthread_join(client->clock, NULL);
  lock();
  disconnectAll(client);
  for (int index = 0; index < mostPorts; ++index) {
    if (fake.ports[index] && fake.ports[index]->client == client) fake.ports[index]->isThere = false;
  }
  client->isOpen = client->hasClock = false;
  unlock();
  return fails("client_close") ? -1 : 0;
}

char *jack_get_client_name(Client *client) { return client->name; }

static void *tick(void *argument) {
  Client *client = argument;
  while (client->isActive) {
    uint32_t frames = fake.block;
    client->process(frames, client->argument);
    usleep(frames * 1000000u / fake.rate);
  }
  return NULL;
}

int jack_activate(Client *client) {
  if (fails("activate")) return -1;
  client->isActive = true;
  if (!fake.isReset) client->hasClock = pthread_create(&client->clock, NULL, tick, client) == 0;
  return 0;
}

uint32_t jack_get_sample_rate(Client *client) { return (void)client, fails("get_sample_rate") ? 0 : fake.rate; }
uint32_t jack_get_buffer_size(Client *client) { return (void)client, fails("get_buffer_size") ? 0 : fake.block; }

#define SETTER(name, field, ...) \
  int jack_set_##name##_callback(Client *client, __VA_ARGS__, void *argument) { \
    if (fails("set_" #name "_callback")) return -1; \
    client->field = call; \
    client->argument = argument; \
    return 0; \
  }
SETTER(process, process, int (*call)(uint32_t, void *))
SETTER(buffer_size, bufferSize, int (*call)(uint32_t, void *))
SETTER(freewheel, freewheel, void (*call)(int, void *))
SETTER(latency, latency, void (*call)(int, void *))
SETTER(xrun, xrun, int (*call)(void *))
SETTER(port_connect, connect, void (*call)(uint32_t, uint32_t, int, void *))

void jack_on_info_shutdown(Client *client, void (*call)(int, const char *, void *), void *argument) {
  client->shutdown = call;
  client->argument = argument;
}

Port *jack_port_register(Client *client, const char *name, const char *type, unsigned long flags, unsigned long size) {
  (void)size;
  if (fails("port_register")) return NULL;
  lock();
  Port *port = makePort(client, client->name, name, strstr(type, "midi") != NULL, flags);
  unlock();
  return port;
}

const char *jack_port_name(const Port *port) { return port->name; }
int jack_port_flags(const Port *port) { return (int)port->flags; }
const char *jack_port_type(const Port *port) { return port->isMIDI ? "8 bit raw midi" : "32 bit float mono audio"; }
int jack_port_is_mine(const Client *client, const Port *port) { return port->client == client; }

Port *jack_port_by_name(Client *client, const char *name) { return (void)client, named(name); }

void *jack_port_get_buffer(Port *port, uint32_t frames) {
  if (port->hasNoBuffer || frames > mostFrames) return NULL;
  port->blockFrames = frames;
  return port->isMIDI ? (void *)port : port->samples;
}

int jack_port_connected(const Port *port) {
  int count = 0;
  lock();
  for (int index = 0; index < mostConnections; ++index) {
    count += fake.sources[index] && (fake.sources[index] == port || fake.targets[index] == port);
  }
  unlock();
  return count;
}

const char **jack_port_get_all_connections(const Client *client, const Port *port) {
  (void)client;
  const char **names = NULL;
  int count = 0;
  lock();
  for (int index = 0; index < mostConnections; ++index) {
    Port *other = fake.sources[index] == port ? fake.targets[index] : fake.targets[index] == port ? fake.sources[index] : NULL;
    if (!other) continue;
    if (!names) names = calloc(mostConnections + 1, sizeof *names);
    names[count++] = other->name;
  }
  unlock();
  return names;
}

void jack_port_get_latency_range(Port *port, int mode, jack_latency_range_t *range) { *range = port->latencies[mode & 1]; }
void jack_port_set_latency_range(Port *port, int mode, jack_latency_range_t *range) { port->latencies[mode & 1] = *range; }

int jack_recompute_total_latencies(Client *client) {
  (void)client;
  atomic_fetch_add(&fake.calls, 1);
  return fails("recompute_total_latencies") ? -1 : 0;
}

const char **jack_get_ports(Client *client, const char *names, const char *types, unsigned long flags) {
  (void)client, (void)names, (void)types;
  if (fails("get_ports")) return NULL;
  const char **found = calloc(mostPorts + 1, sizeof *found);
  int count = 0;
  lock();
  for (int index = 0; index < mostPorts; ++index) {
    Port *port = fake.ports[index];
    if (port && port->isThere && (port->flags & flags) == flags) found[count++] = port->name;
  }
  unlock();
  return found;
}

static void tellAll(int connects) {
  for (int index = 0; index < mostClients; ++index) {
    Client *client = &fake.clients[index];
    if (client->isOpen && client->isActive && client->connect) client->connect(1, 2, connects, client->argument);
  }
}

int jack_connect(Client *client, const char *source, const char *target) {
  (void)client;
  if (fails("connect")) return -1;
  lock();
  Port *from = find(source), *to = find(target);
  int status = from && to && from->isMIDI == to->isMIDI && (from->flags & isOutput) && (to->flags & isInput) ? 0 : -1;
  int place = -1;
  for (int index = 0; index < mostConnections && status == 0; ++index) {
    if (fake.sources[index] == from && fake.targets[index] == to) status = EEXIST;
    if (!fake.sources[index] && place < 0) place = index;
  }
  if (status == 0 && place >= 0) {
    fake.sources[place] = from;
    fake.targets[place] = to;
  }
  unlock();
  if (status == 0) tellAll(1);
  return status;
}

int jack_disconnect(Client *client, const char *source, const char *target) {
  (void)client;
  if (fails("disconnect")) return -1;
  int status = -1;
  lock();
  for (int index = 0; index < mostConnections; ++index) {
    if (!fake.sources[index] || fake.sources[index] != find(source) || fake.targets[index] != find(target)) continue;
    fake.sources[index] = fake.targets[index] = NULL;
    status = 0;
  }
  unlock();
  if (status == 0) tellAll(0);
  return status;
}

void jack_free(void *memory) { free(memory); }
float jack_cpu_load(Client *client) { return (void)client, 12.5f; }

uint32_t jack_midi_get_event_count(void *buffer) { return ((Port *)buffer)->eventCount; }

int jack_midi_event_get(jack_midi_event_t *event, void *buffer, uint32_t index) {
  Port *port = buffer;
  if (index >= port->eventCount || fails("midi_event_get")) return -1;
  *event = (jack_midi_event_t){port->events[index].time, port->events[index].size, port->events[index].bytes};
  return 0;
}

void jack_midi_clear_buffer(void *buffer) { ((Port *)buffer)->eventCount = 0; }

int jack_midi_event_write(void *buffer, uint32_t time, const uint8_t *bytes, size_t size) {
  Port *port = buffer;
  if (port->eventCount >= mostEvents || size > sizeof port->events->bytes || time >= port->blockFrames) return -1;
  if (port->eventCount && port->events[port->eventCount - 1].time > time) return -1;
  Event *event = &port->events[port->eventCount++];
  event->time = time;
  event->size = (uint32_t)size;
  memcpy(event->bytes, bytes, size);
  return 0;
}

int jack_transport_query(const Client *client, jack_position_t *position) {
  (void)client;
  *position = fake.position;
  return fake.transport;
}

void jack_transport_start(Client *client) { (void)client, fake.transport = 1; }
void jack_transport_stop(Client *client) { (void)client, fake.transport = 0; }

int jack_transport_locate(Client *client, uint32_t frame) {
  (void)client;
  if (fails("transport_locate")) return -1;
  fake.position.frame = frame;
  return 0;
}

#ifndef FAKE_OLD
SETTER(sample_rate, sampleRate, int (*call)(uint32_t, void *))

int jack_is_realtime(Client *client) { return (void)client, 1; }

const char *jack_get_version_string(void) { return fake.version; }
void jack_set_error_function(void (*call)(const char *)) { fake.error = call; }
void jack_set_info_function(void (*call)(const char *)) { fake.information = call; }
#endif
