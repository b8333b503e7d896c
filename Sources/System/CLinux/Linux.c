#define _GNU_SOURCE
#include "CLinux.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// Older headers of the C library lack the numbers of these calls, which are the same on every architecture.
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int aucatMemoryFile(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int aucatBoundedMemoryFile(const char *name, long size) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file >= 0 && (ftruncate(file, size) || fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK))) {
    close(file);
    return -1;
  }
  return file;
}

long aucatReadDirectory(int directory, void *buffer, unsigned long size) {
  return syscall(SYS_getdents64, directory, buffer, size);
}

int aucatReferTo(const char *directory) { return open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int aucatReferToEntry(const char *path) { return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int aucatEvent(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int aucatAccept(int listening) { return accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

void aucatLimitSending(int socket, long milliseconds) {
  struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

int aucatTimer(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

void aucatStartTimer(int timer, long milliseconds) {
  // A timer of 0 would never expire.
  long nanoseconds = milliseconds > 0 ? milliseconds % 1000 * 1000000 : 1;
  struct itimerspec time = {.it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = nanoseconds}};
  timerfd_settime(timer, 0, &time, NULL);
}

int aucatEitherReadable(int first, int second) {
  int either = epoll_create1(EPOLL_CLOEXEC);
  if (either < 0) return -1;
  int descriptors[2] = {first, second};
  for (int i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN};
    if (descriptors[i] < 0 || epoll_ctl(either, EPOLL_CTL_ADD, descriptors[i], &event) == 0) continue;
    int error = errno;
    close(either);
    errno = error;
    return -1;
  }
  return either;
}

void aucatListen(int either, int first, int isWanted) {
  struct epoll_event event = {.events = isWanted ? EPOLLIN : 0};
  epoll_ctl(either, EPOLL_CTL_MOD, first, &event);
}

int aucatCloseFrom(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

const char *aucatLibraryPath(void) {
  Dl_info information;
  struct link_map *image = NULL;
  if (!dladdr1((void *)&aucatLibraryPath, &information, (void **)&image, RTLD_DL_LINKMAP) || !image) return NULL;
  // The program itself has an empty name in the list of loaded objects.
  return image->l_name && image->l_name[0] ? image->l_name : NULL;
}

static int argumentCount;
static char **arguments;

// glibc calls initializers with the arguments of main. Libraries that were loaded before have no way to change them.
__attribute__((constructor)) static void keepArguments(int count, char **words) {
  argumentCount = count;
  arguments = words;
}

const char *const *aucatArguments(int *count) {
  *count = argumentCount;
  return (const char *const *)arguments;
}

char *const *aucatEnvironment(void) { return environ; }

const char *aucatExecutedPath(void) { return (const char *)getauxval(AT_EXECFN); }

void aucatLimitArenas(int count) { mallopt(M_ARENA_MAX, count); }

void aucatEndWithParent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

int aucatProcessDescriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int aucatSignalProcess(int descriptor, int number) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0);
}

static void supervisedSignals(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGCHLD);
  sigaddset(set, SIGTERM);
}

int aucatForkSupervised(void) {
  sigset_t awaited, before;
  supervisedSignals(&awaited);
  sigprocmask(SIG_BLOCK, &awaited, &before);
  // A blocked signal stays pending only if it is not ignored.
  signal(SIGCHLD, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // A terminal's keys are to end the program that waits for this process, and not the child beneath it.
  setpgid(0, 0);
  int supervisor = getpid();
  int child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    aucatEndWith(supervisor);
  }
  return child;
}

int aucatAwaitChild(void) {
  sigset_t awaited;
  supervisedSignals(&awaited);
  return sigwaitinfo(&awaited, NULL);
}

void aucatUnblockAll(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

void aucatEndWith(int parent) {
  aucatEndWithParent();
  if (getppid() != parent) _exit(1);
}

static long memoryLimit;
static int memoryStatus;

// A signal that was sent carries its sender's process number; that of a fault has an address there.
static bool isSent(const siginfo_t *information) {
  int code = information->si_code;
  return (code == SI_USER || code == SI_QUEUE || code == SI_TKILL) && information->si_pid != getpid();
}

static void classifyFault(int number, siginfo_t *information, void *context) {
  (void)number;
  (void)context;
  int error = errno;
  if (isSent(information)) kill(getpid(), SIGKILL);
  if (error != ENOMEM) return;
  // A bundle's tables double as they grow, so when a request exceeds the limit, half of it is already in use.
  if (memoryLimit > 0 && aucatAddressSpace() >= memoryLimit / 2) _exit(memoryStatus);
  kill(getpid(), SIGKILL);
}

void aucatClassifyFaults(long limit, int status) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  memoryLimit = limit;
  memoryStatus = status;
  // The default action follows when the handler returns and the fault recurs.
  struct sigaction action = {.sa_sigaction = classifyFault, .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER};
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; ++index) sigaction(signals[index], &action, NULL);
}

long aucatAddressSpace(void) {
  char text[64];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text);
  close(file);
  long pages = 0;
  for (ssize_t index = 0; index < count && text[index] >= '0' && text[index] <= '9'; ++index) {
    pages = pages * 10 + (text[index] - '0');
  }
  return pages * sysconf(_SC_PAGESIZE);
}

double aucatProcessorSeconds(int process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return -1;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int aucatProcessors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
}

unsigned aucatThread(void) { return (unsigned)syscall(SYS_gettid); }

static unsigned *faultyThread;

static void noteThread(int number, siginfo_t *information, void *context) {
  (void)context;
  // In a forked copy of this process, which notes nothing, a sent signal has its usual effect.
  if (faultyThread && isSent(information)) kill(getpid(), SIGKILL);
  // The default action follows when the signal recurs, even if storing the note itself causes a fault.
  signal(number, SIG_DFL);
  if (faultyThread) __atomic_store_n(faultyThread, aucatThread(), __ATOMIC_RELEASE);
  raise(number);
}

static void noteExit(void) {
  if (faultyThread) __atomic_store_n(faultyThread, aucatThread(), __ATOMIC_RELEASE);
}

// A forked copy of this process notes nothing when it ends.
static void forgetThread(void) { faultyThread = NULL; }

void aucatNoteFaults(unsigned *thread) {
  static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT,
                                SIGTERM, SIGTRAP, SIGSYS, SIGHUP, SIGINT};
  faultyThread = thread;
  struct sigaction action = {.sa_sigaction = noteThread, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; ++index) {
    struct sigaction before;
    // nohup(1) makes a program ignore SIGHUP, and a shell makes one in the background ignore SIGINT.
    if (sigaction(signals[index], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signals[index], &action, NULL);
  }
  atexit(noteExit);
  pthread_atfork(NULL, NULL, forgetThread);
}

void aucatUseSignalStack(void) {
  enum { size = 1 << 16 };
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) sigaltstack(&(stack_t){.ss_sp = memory, .ss_size = size}, NULL);
}

void aucatFutexWait(const void *word, unsigned value, unsigned milliseconds) {
  struct timespec patience = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  syscall(SYS_futex, word, FUTEX_WAIT, value, &patience, NULL, 0);
}

void aucatFutexWake(void *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }
