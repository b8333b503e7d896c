#define _GNU_SOURCE
#include "CLV2Host.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { sequenceHeader = sizeof(LV2_Atom) + sizeof(LV2_Atom_Sequence_Body) };

void aucatAwait(const uint32_t *word, uint32_t value, int64_t deadline) {
  struct timespec end = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
  // This takes an absolute time, unlike FUTEX_WAIT.
  syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, deadline ? &end : NULL, NULL, FUTEX_BITSET_MATCH_ANY);
}

static void wake(uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }

/// Copies a sequence. Reads its size once, because the writer may still change it.
static void copySequence(void *target, const void *source, uint32_t capacity, LV2_URID sequence) {
  LV2_Atom atom = *(const volatile LV2_Atom *)source;
  LV2_Atom *written = target;
  bool isSequence = atom.type == sequence && atom.size >= sizeof(LV2_Atom_Sequence_Body)
      && atom.size <= capacity - sizeof(LV2_Atom);
  if (isSequence) {
    __builtin_memcpy((char *)target + sizeof(LV2_Atom), (const char *)source + sizeof(LV2_Atom), atom.size);
    *written = atom;
  } else {
    __builtin_memset((char *)target + sizeof(LV2_Atom), 0, sizeof(LV2_Atom_Sequence_Body));
    *written = (LV2_Atom){.size = sizeof(LV2_Atom_Sequence_Body), .type = sequence};
  }
}

/// Copies the inputs, or the outputs.
static void copyPorts(
    const AucatRemotePort *ports, uint32_t count, bool isInput, bool isHost, uint32_t frames, LV2_URID sequence) {
  for (uint32_t place = 0; place < count; place++) {
    const AucatRemotePort *port = ports + place;
    bool goesIn = port->kind == aucatSoundIn || port->kind == aucatValuesIn || port->kind == aucatEventsIn;
    if (goesIn != isInput || !port->own) continue;
    void *target = isInput == isHost ? port->shared : port->own;
    const void *source = isInput == isHost ? port->own : port->shared;
    switch (port->kind) {
    case aucatSoundIn:
    case aucatSoundOut: __builtin_memcpy(target, source, frames * sizeof(float)); break;
    case aucatValuesIn:
    case aucatValuesOut: __builtin_memcpy(target, source, port->capacity); break;
    case aucatEventsIn:
    case aucatEventsOut: copySequence(target, source, port->capacity, sequence); break;
    }
  }
}

// MARK: the host's side

/// The length of a slot, in nanoseconds. Late blocks are counted over four slots: two seconds.
static const int64_t slotLength = 500000000;

void aucatRemoteGiveUp(AucatRemote *remote, AucatRemoteFall fall) {
  uint32_t none = aucatIsThere;
  __atomic_compare_exchange_n(&remote->fall, &none, (uint32_t)fall, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/// Counts a block, and gives the component up if more than half of its blocks were late.
static void countBlock(AucatRemote *remote, bool isLate) {
  if (isLate) __atomic_fetch_add(&remote->missed, 1, __ATOMIC_RELAXED);
  // Without a deadline nothing is late.
  if (!remote->deadline) return;
  int64_t now = aucatNow();
  if (now >= remote->slotEnd) {
    uint32_t blocks = 0, late = 0, whole = 0;
    for (uint32_t slot = 0; slot < aucatLateSlots; slot++) {
      blocks += remote->blocks[slot];
      late += remote->late[slot];
      whole += remote->blocks[slot] > 0;
    }
    if (whole == aucatLateSlots && late * 2 > blocks) aucatRemoteGiveUp(remote, aucatIsLate);
    // Counts from before a pause are stale.
    bool hasPaused = now >= remote->slotEnd + slotLength;
    for (uint32_t slot = 0; hasPaused && slot < aucatLateSlots; slot++) remote->blocks[slot] = remote->late[slot] = 0;
    remote->slot = (remote->slot + 1) % aucatLateSlots;
    remote->blocks[remote->slot] = remote->late[remote->slot] = 0;
    remote->slotEnd = now + slotLength;
  }
  remote->blocks[remote->slot]++;
  if (isLate) remote->late[remote->slot]++;
}

bool aucatRemoteIsReady(AucatRemote *remote) {
  if (aucatLoad(&remote->fall) != aucatIsThere) return false;
  if (aucatLoad(&remote->exchange->isGone)) {
    aucatRemoteGiveUp(remote, aucatIsGone);
    return false;
  }
  if (!remote->owes) return true;
  if (aucatLoad(&remote->exchange->done) == remote->asked) {
    remote->owes = false;
    remote->hasReturned = true;
    return true;
  }
  int64_t limit = remote->deadline ? remote->silence : remote->patience;
  if (aucatNow() - remote->askedAt > limit) aucatRemoteGiveUp(remote, aucatIsSilent);
  return false;
}

bool aucatRemoteTakeLate(AucatRemote *remote) {
  if (!remote->hasReturned) return false;
  remote->hasReturned = false;
  for (uint32_t place = 0; place < remote->portCount; place++) {
    const AucatRemotePort *port = remote->ports + place;
    if (port->kind == aucatEventsOut && port->own) copySequence(port->own, port->shared, port->capacity, remote->sequence);
  }
  return true;
}

void aucatRemoteSkip(AucatRemote *remote) {
  remote->isAnswered = false;
  if (aucatLoad(&remote->fall) == aucatIsThere) countBlock(remote, true);
}

/// The calling thread, until its block is there.
typedef struct {
  bool isRealtime;
  /// Whether it is kept on one processor.
  bool isHeld;
  /// The processors that it may use otherwise.
  cpu_set_t processors;
} Caller;

/// Keeps this thread on a processor. Returns false if it has no other one, or can't be kept there.
static bool hold(int processor, cpu_set_t *before) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  return sched_getaffinity(0, sizeof *before, before) == 0 && CPU_COUNT(before) > 1
      && sched_setaffinity(0, sizeof one, &one) == 0;
}

/// Notes the calling thread. If it has real-time priority, it stays on its processor until its block is there, and the
/// other process follows it: a round trip to another processor takes ten times as long, and migrating costs even more.
///
/// The thread belongs to a host or to JACK, so `letGo` gives it all its processors back.
static Caller noteThread(AucatExchange *exchange) {
  static __thread int32_t thread;
  static __thread bool isRealtime;
  if (!thread) {
    int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    isRealtime = policy == SCHED_FIFO || policy == SCHED_RR;
    thread = (int32_t)syscall(SYS_gettid);
  }
  Caller caller = {.isRealtime = isRealtime};
  exchange->hostThread = thread;
  exchange->processor = 0;
  int processor = isRealtime ? sched_getcpu() : -1;
  if (processor < 0) return caller;
  exchange->processor = (uint32_t)processor + 1;
  caller.isHeld = hold(processor, &caller.processors);
  return caller;
}

static void letGo(const Caller *caller) {
  if (caller->isHeld) sched_setaffinity(0, sizeof caller->processors, &caller->processors);
}

/// Takes real-time priority from a late component. An endless loop would starve the components after it, and other
/// programs. The component regains its priority with its next block.
static void demote(AucatRemote *remote) {
  struct sched_param none = {0};
  if (remote->thread && sched_setscheduler(remote->thread, SCHED_OTHER | SCHED_RESET_ON_FORK, &none) == 0) {
    remote->exchange->demotions++;
  }
}

/// Whether the supervisor has ended: one that something has killed tells nobody.
static bool isAbandoned(const AucatRemote *remote) {
  siginfo_t information = {0};
  return waitid(P_PID, (id_t)remote->supervisor, &information, WEXITED | WNOHANG | WNOWAIT) || information.si_pid;
}

/// How often to check on the supervisor if there is no deadline, in nanoseconds.
static const int64_t checkInterval = 100000000;

static bool awaitBlock(AucatRemote *remote, int64_t deadline) {
  for (bool isFirst = true;; isFirst = false) {
    uint32_t done = aucatLoad(&remote->exchange->done);
    if (done == remote->asked) return true;
    if (aucatLoad(&remote->exchange->isGone)) {
      aucatRemoteGiveUp(remote, aucatIsGone);
      return false;
    }
    int64_t now = aucatNow(), turn = deadline;
    if (now >= deadline) return false;
    if (!remote->deadline) {
      if (!isFirst && isAbandoned(remote)) {
        aucatRemoteGiveUp(remote, aucatIsGone);
        return false;
      }
      if (now + checkInterval < deadline) turn = now + checkInterval;
    }
    aucatAwait(&remote->exchange->done, done, turn);
  }
}

void aucatRemoteRun(AucatRemote *remote, uint32_t frames) {
  AucatExchange *exchange = remote->exchange;
  copyPorts(remote->ports, remote->portCount, true, true, frames, remote->sequence);
  exchange->frames = frames;
  Caller caller = noteThread(exchange);
  exchange->isFreewheeling = remote->isFreewheeling;
  remote->askedAt = aucatNow();
  __atomic_store_n(&exchange->asked, ++remote->asked, __ATOMIC_RELEASE);
  __atomic_fetch_add(remote->bell, 1, __ATOMIC_RELEASE);
  wake(remote->bell);
  int64_t deadline = remote->deadline ? remote->deadline : remote->askedAt + remote->patience;
  remote->isAnswered = awaitBlock(remote, deadline);
  letGo(&caller);
  countBlock(remote, !remote->isAnswered);
  if (!remote->isAnswered) {
    remote->owes = true;
    if (caller.isRealtime) demote(remote);
    // Without a deadline, the whole timeout has passed.
    if (!remote->deadline) aucatRemoteGiveUp(remote, aucatIsSilent);
    return;
  }
  copyPorts(remote->ports, remote->portCount, false, true, frames, remote->sequence);
  int64_t taken = aucatNow() - remote->askedAt, faded = remote->usual - remote->usual / 64;
  remote->usual = taken > faded ? taken : faded;
}

void aucatRemoteShareValues(AucatRemote *remote) {
  for (uint32_t place = 0; place < remote->portCount; place++) {
    const AucatRemotePort *port = remote->ports + place;
    if (port->kind == aucatValuesIn) __builtin_memcpy(port->shared, port->own, port->capacity);
  }
}

static void connectRemote(LV2_Handle handle, uint32_t port, void *memory) {
  const AucatRemoteInstance *instance = handle;
  if (instance->places[port] >= 0) instance->remote->ports[instance->places[port]].own = memory;
}

static void runRemote(LV2_Handle handle, uint32_t frames) {
  const AucatRemoteInstance *instance = handle;
  if (instance->isLast) aucatRemoteRun(instance->remote, frames);
}

const LV2_Descriptor *aucatRemote(void) {
  static const LV2_Descriptor descriptor = {.URI = "", .connect_port = connectRemote, .run = runRemote};
  return &descriptor;
}

// MARK: the other side

void aucatTakeBlock(const AucatRemotePort *ports, uint32_t count, uint32_t frames, LV2_URID sequence) {
  copyPorts(ports, count, true, false, frames, sequence);
}

void aucatGiveBlock(
    AucatExchange *exchange, const AucatRemotePort *ports, uint32_t count, uint32_t frames, LV2_URID sequence) {
  copyPorts(ports, count, false, false, frames, sequence);
  // Only one request is pending at a time.
  __atomic_store_n(&exchange->done, aucatLoad(&exchange->asked), __ATOMIC_RELEASE);
  wake(&exchange->done);
}

void aucatSayGone(AucatExchange *exchanges, uint32_t count) {
  for (uint32_t place = 0; place < count; place++) {
    __atomic_store_n(&exchanges[place].isGone, 1, __ATOMIC_RELEASE);
    // A changed value wakes the waiting thread.
    __atomic_fetch_xor(&exchanges[place].done, 0x80000000, __ATOMIC_ACQ_REL);
    wake(&exchanges[place].done);
  }
}

bool aucatFollow(const AucatExchange *exchange, AucatFollower *follower) {
  bool isAllowed = true;
  if (exchange->hostThread != follower->thread || exchange->demotions != follower->demotions) {
    struct sched_param parameters = {0};
    follower->thread = exchange->hostThread;
    follower->demotions = exchange->demotions;
    int policy = sched_getscheduler(follower->thread);
    if (policy < 0 || sched_getparam(follower->thread, &parameters)) return false;
    if (parameters.sched_priority > 1) parameters.sched_priority--;
    // A plugin's own threads must not inherit it.
    isAllowed = sched_setscheduler(0, policy | SCHED_RESET_ON_FORK, &parameters) == 0;
  }
  if (exchange->processor != follower->processor) {
    follower->processor = exchange->processor;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int place = 0; place < CPU_SETSIZE; place++) {
      if (!follower->processor || follower->processor == (uint32_t)place + 1) CPU_SET(place, &set);
    }
    sched_setaffinity(0, sizeof set, &set);
  }
  return isAllowed;
}
