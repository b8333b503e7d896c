#ifndef AUCAT_JACK_H
#define AUCAT_JACK_H

#include "DeviceCall.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of JACK's interface that is used (jack.h, midiport.h and transport.h, stable since 1.9.11; PipeWire's
// library has the same). The library is loaded when the program runs, so its headers must not be needed to build. The
// callbacks are in C: they run on threads of the library, one of them real-time, and do nothing but copy, store atomics
// and wake a thread of ours.

/// jack_client_t, jack_port_t: a connection to the server, and a port.
typedef struct AucatJackClient AucatJackClient;
typedef struct AucatJackPort AucatJackPort;

/// jack_latency_range_t
typedef struct {
  uint32_t least;
  uint32_t most;
} AucatJackRange;

/// jack_midi_event_t
typedef struct {
  uint32_t time;
  size_t size;
  uint8_t *bytes;
} AucatJackMIDI;

/// jack_position_t, as far as it is used. JACK packs it on some processors, which changes only the rest.
typedef struct {
  uint64_t unique;
  uint64_t microseconds;
  uint32_t frameRate;
  uint32_t frame;
  uint32_t valid;
  int32_t bar;
  int32_t beat;
  int32_t tick;
  double barStartTick;
  float beatsPerBar;
  float beatType;
  double ticksPerBeat;
  double beatsPerMinute;
  double frameTime;
  double nextTime;
  uint32_t beatOffset;
  uint8_t rest[164];
} AucatJackPosition;

/// JackNoStartServer, JackServerName; JackFailure, JackInvalidOption, JackNameNotUnique, JackServerFailed,
/// JackServerError, JackVersionError
enum {
  aucatJackNoStart = 0x01,
  aucatJackServerName = 0x04,
  aucatJackFailure = 0x01,
  aucatJackInvalidOption = 0x02,
  aucatJackNameNotUnique = 0x04,
  aucatJackServerFailed = 0x10,
  aucatJackServerError = 0x20,
  aucatJackVersionError = 0x400,
};

/// JackPortIsInput, JackPortIsOutput, JackPortIsPhysical
enum { aucatJackInput = 0x1, aucatJackOutput = 0x2, aucatJackPhysical = 0x4 };

/// JackCaptureLatency, JackPlaybackLatency
enum { aucatJackCapture = 0, aucatJackPlayback = 1 };

// The library's functions, under their names without `jack_`: X(returned type, name, parameters).
#define AUCAT_JACK_NEEDED(X)                                                                                        \
  X(AucatJackClient *, client_open, (const char *name, int options, int *status, ...))                              \
  X(int, client_close, (AucatJackClient *client))                                                                   \
  X(char *, get_client_name, (AucatJackClient *client))                                                             \
  X(int, activate, (AucatJackClient *client))                                                                       \
  X(uint32_t, get_sample_rate, (AucatJackClient *client))                                                           \
  X(uint32_t, get_buffer_size, (AucatJackClient *client))                                                           \
  X(int, set_process_callback, (AucatJackClient *client, int (*call)(uint32_t frames, void *), void *))             \
  X(int, set_buffer_size_callback, (AucatJackClient *client, int (*call)(uint32_t frames, void *), void *))         \
  X(int, set_freewheel_callback, (AucatJackClient *client, void (*call)(int starts, void *), void *))               \
  X(int, set_latency_callback, (AucatJackClient *client, void (*call)(int mode, void *), void *))                   \
  X(int, set_xrun_callback, (AucatJackClient *client, int (*call)(void *), void *))                                 \
  X(int, set_port_connect_callback,                                                                                 \
    (AucatJackClient *client, void (*call)(uint32_t one, uint32_t other, int connects, void *), void *))            \
  X(void, on_info_shutdown, (AucatJackClient *client, void (*call)(int code, const char *reason, void *), void *))  \
  X(AucatJackPort *, port_register,                                                                                 \
    (AucatJackClient *client, const char *name, const char *type, unsigned long flags, unsigned long size))         \
  X(const char *, port_name, (const AucatJackPort *port))                                                           \
  X(int, port_flags, (const AucatJackPort *port))                                                                   \
  X(const char *, port_type, (const AucatJackPort *port))                                                           \
  X(int, port_is_mine, (const AucatJackClient *client, const AucatJackPort *port))                                  \
  X(AucatJackPort *, port_by_name, (AucatJackClient *client, const char *name))                                     \
  X(void *, port_get_buffer, (AucatJackPort *port, uint32_t frames))                                                \
  X(int, port_connected, (const AucatJackPort *port))                                                               \
  X(const char **, port_get_all_connections, (const AucatJackClient *client, const AucatJackPort *port))            \
  X(void, port_get_latency_range, (AucatJackPort *port, int mode, AucatJackRange *range))                           \
  X(void, port_set_latency_range, (AucatJackPort *port, int mode, AucatJackRange *range))                           \
  X(int, recompute_total_latencies, (AucatJackClient *client))                                                      \
  X(const char **, get_ports, (AucatJackClient *client, const char *names, const char *types, unsigned long flags)) \
  X(int, connect, (AucatJackClient *client, const char *source, const char *target))                                \
  X(int, disconnect, (AucatJackClient *client, const char *source, const char *target))                             \
  X(void, free, (void *memory))                                                                                     \
  X(float, cpu_load, (AucatJackClient *client))                                                                     \
  X(uint32_t, midi_get_event_count, (void *buffer))                                                                 \
  X(int, midi_event_get, (AucatJackMIDI *event, void *buffer, uint32_t index))                                      \
  X(void, midi_clear_buffer, (void *buffer))                                                                        \
  X(int, midi_event_write, (void *buffer, uint32_t time, const uint8_t *bytes, size_t size))                        \
  X(int, transport_query, (const AucatJackClient *client, AucatJackPosition *position))                             \
  X(void, transport_start, (AucatJackClient *client))                                                               \
  X(void, transport_stop, (AucatJackClient *client))                                                                \
  X(int, transport_locate, (AucatJackClient *client, uint32_t frame))

// The functions that older libraries lack.
#define AUCAT_JACK_OPTIONAL(X)                                                                            \
  X(int, set_sample_rate_callback, (AucatJackClient *client, int (*call)(uint32_t rate, void *), void *)) \
  X(int, is_realtime, (AucatJackClient *client))                                                          \
  X(int, set_freewheel, (AucatJackClient *client, int isOn))                                              \
  X(int, set_buffer_size, (AucatJackClient *client, uint32_t frames))                                     \
  X(const char *, get_version_string, (void))                                                             \
  X(void, set_error_function, (void (*call)(const char *text)))                                           \
  X(void, set_info_function, (void (*call)(const char *text)))

#define AUCAT_JACK_FIELD(type, name, parameters) type (*name) parameters;

/// The library's functions; those that older libraries lack may be null.
typedef struct {
  AUCAT_JACK_NEEDED(AUCAT_JACK_FIELD)
  AUCAT_JACK_OPTIONAL(AUCAT_JACK_FIELD)
} AucatJackFunctions;

/// Loads a library and finds the functions in it. It is never unloaded. PipeWire's prints nothing from then on, unless
/// PIPEWIRE_DEBUG asks for it.
///
/// @return 1; 0 if it can't be loaded, and dlerror(3) says why; -1 if a function is missing, whose name is in
/// `missing`.
int aucatLoadJack(const char *library, AucatJackFunctions *functions, const char **missing);

/// dlerror(3): why a library was not loaded, or a null pointer.
const char *aucatJackLoadError(void);

/// The path of the file that a function is in, or a null pointer.
const char *aucatJackPath(const AucatJackFunctions *functions);

/// From now on, what the library says is kept for aucatJackNextMessage, and not printed. A process has one handler
/// for such messages.
void aucatJackTakeMessages(const AucatJackFunctions *functions);

/// The most bytes of a message, with the null that ends it.
enum { aucatJackMessageSize = 256 };

/// Takes the oldest of the kept messages, of which there are at most 64. Any thread may call this.
///
/// @return 1; 0 if there is none.
int aucatJackNextMessage(char text[aucatJackMessageSize]);

/// The most inputs and outputs, and the most events in a block.
enum { aucatJackMostPorts = 64, aucatJackMostEvents = 1024 };

/// A MIDI message: its place in the block, its length, and its bytes, the status byte first. The bytes of a received
/// message are valid during the call; those of a message to send must be valid until it returns.
typedef struct {
  uint32_t frame;
  uint32_t size;
  const uint8_t *bytes;
} AucatDeviceMIDI;

/// The transport at the start of a block: the frame from the beginning, and the speed, which is 1 while it rolls. The
/// beats are known only if `hasBeats`: beats per minute, the bar and the beat in it from 0, beats per bar, and the note
/// value of a beat.
typedef struct {
  int64_t frame;
  float speed;
  float beatsPerMinute;
  int64_t bar;
  double barBeat;
  float beatsPerBar;
  int32_t beatUnit;
  bool hasBeats;
  bool isFreewheeling;
} AucatDevicePosition;

/// One block for the render thread, in memory of the device that is valid during the call. A live chain reads the same
/// memory: these three structures have the layouts of Swift's MIDIEvent, LivePosition and LiveCycle, which a test
/// compares.
typedef struct {
  /// The sound of each input, and where that of each output goes, with as many channels as requested.
  const float *const *inputs;
  float *const *outputs;
  ptrdiff_t frames;
  /// A bit for each port that is connected, but was not in the block before.
  uint64_t startsInput;
  uint64_t startsOutput;
  /// The events that have arrived, in ascending order of their frames.
  const AucatDeviceMIDI *midi;
  ptrdiff_t midiCount;
  /// Room for events to send, in ascending order of their frames, and how many are sent: 0 before the call.
  AucatDeviceMIDI *sent;
  ptrdiff_t sentRoom;
  ptrdiff_t *sentCount;
  AucatDevicePosition position;
  /// When the render thread was called, by CLOCK_MONOTONIC, and how long the block lasts, 0 if there is no deadline; in
  /// nanoseconds.
  int64_t entry;
  int64_t period;
} AucatDeviceCycle;

/// A client with its ports, and what its callbacks have noted.
typedef struct AucatJackDevice AucatJackDevice;

/// Allocates a client; a null pointer if there is no memory.
AucatJackDevice *aucatJackNew(const AucatJackFunctions *functions, unsigned inputs, unsigned outputs, int hasMIDI);

/// Frees a client after aucatJackClose, or if it was never opened.
void aucatJackDelete(AucatJackDevice *device);

/// jack_client_open(3), which starts no server.
///
/// @param server the server's name; a null pointer for the usual one.
/// @return whether there is a client now; if not, `status` says why.
int aucatJackOpen(AucatJackDevice *device, const char *name, const char *server, int *status);

/// Sets the callbacks and registers the ports: in_1, out_1 and so on, midi_in and midi_out.
///
/// @return a null pointer, or what the server refuses to do.
const char *aucatJackPrepare(AucatJackDevice *device);

/// jack_client_close(3); no callback is under way when it returns.
void aucatJackClose(AucatJackDevice *device);

/// The client; a null pointer if it is not open.
AucatJackClient *aucatJackClient(const AucatJackDevice *device);

/// A port of the client, by its number from 0: the inputs, the outputs, and MIDI's input and output; a null pointer
/// after the last.
AucatJackPort *aucatJackPort(const AucatJackDevice *device, unsigned index);

/// From now on `call` is made for each block. Until then, and again after aucatJackPause, the outputs are silent.
void aucatJackRun(AucatJackDevice *device, AucatDeviceFunction call, void *context);

/// Stops making calls: none is under way when this returns.
void aucatJackPause(AucatJackDevice *device);

/// Sets the latency that the latency callback reports, in frames.
void aucatJackSetLatency(AucatJackDevice *device, uint32_t frames);

/// Sets which inputs and outputs are connected. It matters if the render thread can't ask the library without a lock: a
/// port is then silent until its connection is known.
void aucatJackSetConnected(AucatJackDevice *device, uint64_t inputs, uint64_t outputs);

/// Whether the render thread asks the library itself which ports are connected.
int aucatJackAsksPorts(const AucatJackDevice *device);

/// What callbacks have noted since the client was opened.
typedef struct {
  uint32_t blockLength;
  uint32_t sampleRate;
  uint32_t xruns;
  uint32_t connections;
  uint32_t cycles;
  int isFreewheeling;
  int isLost;
  char reason[aucatJackMessageSize];
} AucatJackNotes;

/// Reads what has been noted.
///
/// @return a number for aucatJackWait.
uint32_t aucatJackRead(AucatJackDevice *device, AucatJackNotes *notes);

/// Notes that the server has stopped, although it has not said so.
void aucatJackLose(AucatJackDevice *device);

/// futex(2): waits until something has been noted since the number was returned, or the time is up; it may also return
/// early without a reason.
void aucatJackWait(AucatJackDevice *device, uint32_t number, unsigned milliseconds);

/// Ends a wait in aucatJackWait.
void aucatJackWake(AucatJackDevice *device);

#endif
