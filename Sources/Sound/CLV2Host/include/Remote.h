#ifndef AUCAT_REMOTE_H
#define AUCAT_REMOTE_H

// Included by CLV2Host.h: blocks of a component that runs in another process. Both sides copy between their ports and
// an area of shared memory, and wake each other with futex(2). A render thread with real-time priority makes other system
// calls to stay on its processor for the time of a block, and to take real-time priority from a late component.

/// The state of a component that both processes share. It fills a cache line.
typedef struct {
  /// How many blocks the host has asked for, and how many the other process has rendered. Both wrap around.
  uint32_t asked, done;
  /// 1 once the other process has ended: set by its supervisor.
  uint32_t isGone;
  /// The length of the block, in frames.
  uint32_t frames;
  /// 1 while plugins' scheduled work is done immediately.
  uint32_t isFreewheeling;
  /// What the plugin has done wrong in its blocks, as an AucatRemoteFault.
  uint32_t faults;
  /// The thread that has asked, and the processor that it runs on, from 1, if it has real-time priority.
  int32_t hostThread;
  uint32_t processor;
  /// How often the host has taken real-time priority from the thread that renders, because a block was late.
  uint32_t demotions;
  /// How often that thread was refused the host's priority.
  uint32_t refusals;
  uint32_t padding[6];
} AucatExchange;

enum AucatRemoteFault {
  /// It left another floating-point mode behind.
  aucatChangedMode = 1,
  /// It wrote just before the memory of its audio ports.
  aucatWroteOutside = 2,
};

/// What is copied for each block.
typedef enum {
  /// As many samples as the block has frames, to the plugin or from it.
  aucatSoundIn, aucatSoundOut,
  /// All bytes of the values.
  aucatValuesIn, aucatValuesOut,
  /// As many bytes as the sequence has.
  aucatEventsIn, aucatEventsOut,
} AucatRemoteKind;

/// A port, or several whose values are adjacent.
typedef struct {
  /// Its memory in this process.
  void *own;
  /// Its place in the shared memory.
  void *shared;
  /// The size of both, in bytes.
  uint32_t capacity;
  AucatRemoteKind kind;
} AucatRemotePort;

/// Why a component is given up.
typedef enum {
  aucatIsThere,
  /// Its process has ended.
  aucatIsGone,
  /// It has not answered for too long.
  aucatIsSilent,
  /// More than half of its blocks were late.
  aucatIsLate,
} AucatRemoteFall;

enum { aucatLateSlots = 4 };

/// A component in another process, for the render thread of this one.
typedef struct {
  AucatExchange *exchange;
  /// The futex that the other process waits on; incremented for each block of any of its components.
  uint32_t *bell;
  AucatRemotePort *ports;
  uint32_t portCount;
  uint32_t asked;
  /// The URID of sequences.
  LV2_URID sequence;
  /// When to stop waiting for the next block, by aucatNow; 0 if only `patience` applies.
  int64_t deadline;
  /// How long an answer may take without a deadline, and with one, in nanoseconds.
  int64_t patience, silence;
  uint32_t isFreewheeling;
  /// The render thread of the other process; 0 before it starts.
  int32_t thread;
  /// The process above the other one, which is a child of this one.
  int32_t supervisor;
  /// Whether a requested block is still pending.
  bool owes;
  /// Whether the last block was rendered by the plugin.
  bool isAnswered;
  /// Whether a late block has arrived, with its events.
  bool hasReturned;
  /// When the last block was asked for.
  int64_t askedAt;
  /// A decaying maximum of the time that its blocks take, in nanoseconds.
  int64_t usual;
  /// All blocks, and the late ones, by slot.
  uint32_t blocks[aucatLateSlots], late[aucatLateSlots];
  uint32_t slot;
  int64_t slotEnd;
  // Other threads may read the rest.
  /// Why the component was given up, as an AucatRemoteFall.
  uint32_t fall;
  /// How many blocks in total were not rendered in time.
  uint32_t missed;
} AucatRemote;

/// Whether the component can take the next block: it is alive, and no block is pending.
AUCAT_NO_LOCKS bool aucatRemoteIsReady(AucatRemote *remote);

/// Renders a block, or notes that it was late.
AUCAT_NO_LOCKS void aucatRemoteRun(AucatRemote *remote, uint32_t frames);

/// Copies the events of a late block. Returns true once for each.
AUCAT_NO_LOCKS bool aucatRemoteTakeLate(AucatRemote *remote);

/// Notes that a block was not asked for.
AUCAT_NO_LOCKS void aucatRemoteSkip(AucatRemote *remote);

/// Copies the values that the plugin must have before its first block.
void aucatRemoteShareValues(AucatRemote *remote);

/// Gives a component up, unless that has already happened. Thread-safe.
AUCAT_NO_LOCKS void aucatRemoteGiveUp(AucatRemote *remote, AucatRemoteFall fall);

/// An instance of a component in another process, as LV2_Handle.
typedef struct {
  AucatRemote *remote;
  /// For each port, its place among those that are copied, or -1.
  const int32_t *places;
  /// Whether it is the component's last instance, whose run renders the block of all of them.
  bool isLast;
} AucatRemoteInstance;

/// The descriptor of such instances: connect_port and run.
const LV2_Descriptor *aucatRemote(void);

/// In the other process: whether a block is requested.
AUCAT_NO_LOCKS static inline bool aucatIsAsked(const AucatExchange *exchange) {
  return __atomic_load_n(&exchange->asked, __ATOMIC_ACQUIRE) != __atomic_load_n(&exchange->done, __ATOMIC_RELAXED);
}

/// In the other process: copies the inputs of a block.
AUCAT_NO_LOCKS void aucatTakeBlock(const AucatRemotePort *ports, uint32_t count, uint32_t frames, LV2_URID sequence);

/// In the other process: copies the outputs of a block, and wakes the host.
AUCAT_NO_LOCKS void aucatGiveBlock(
    AucatExchange *exchange, const AucatRemotePort *ports, uint32_t count, uint32_t frames, LV2_URID sequence);

/// futex(2): waits until the 32 bits at `word` differ from `value`, or until `deadline` by aucatNow; 0 means no
/// deadline.
AUCAT_NO_LOCKS void aucatAwait(const uint32_t *word, uint32_t value, int64_t deadline);

/// An acquire load of a value that another process or thread stores.
AUCAT_NO_LOCKS static inline uint32_t aucatLoad(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

/// The scheduling that a thread has adopted from the host's.
typedef struct {
  int32_t thread;
  uint32_t processor;
  uint32_t demotions;
} AucatFollower;

/// Schedules this thread like the host's: with its class, one priority below so that it can't starve the host, and on
/// its processor, where waking takes the least time.
///
/// Returns false if this process lacks the permission.
AUCAT_NO_LOCKS bool aucatFollow(const AucatExchange *exchange, AucatFollower *follower);

/// For a supervisor: wakes the threads that wait for components of a process that has ended.
void aucatSayGone(AucatExchange *exchanges, uint32_t count);

#endif
