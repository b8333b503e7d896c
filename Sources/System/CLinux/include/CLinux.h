#ifndef AUCAT_LINUX_H
#define AUCAT_LINUX_H

#include <spawn.h>

// Linux calls that Swift's Glibc module does not expose: they are declared only under _GNU_SOURCE, or variadic. "-1
// with errno" says what a call returns when it fails.

/// memfd_create(2): a file in memory that is closed on exec; -1 with errno.
int aucatMemoryFile(const char *name);

/// Like aucatMemoryFile, with a size that can't change: writing beyond it fails.
int aucatBoundedMemoryFile(const char *name, long size);

/// getdents64(2): reads entries of a directory into `buffer`; returns their length in bytes, 0 at the end, -1 with
/// errno.
long aucatReadDirectory(int directory, void *buffer, unsigned long size);

/// open(2) with O_PATH: a descriptor of a directory from which paths start, even if it may not be listed; -1 with errno.
int aucatReferTo(const char *directory);

/// open(2) with O_PATH and O_NOFOLLOW: a descriptor of what is at a path, which may be a symbolic link; -1 with errno.
int aucatReferToEntry(const char *path);

/// eventfd(2): a descriptor that can be read once eight bytes that are not all 0 have been written; -1 with errno.
int aucatEvent(void);

/// accept4(2): the next connection of a listening socket, non-blocking and closed on exec; -1 with errno.
int aucatAccept(int listening);

/// SO_SNDTIMEO of socket(7): connecting and sending fail with EAGAIN once one has taken so many milliseconds.
void aucatLimitSending(int socket, long milliseconds);

/// timerfd_create(2): a descriptor that aucatStartTimer makes readable; -1 with errno.
int aucatTimer(void);

/// timerfd_settime(2): the timer's descriptor becomes readable once `milliseconds` have passed; immediately for 0.
void aucatStartTimer(int timer, long milliseconds);

/// epoll_create1(2): a descriptor that is readable while either of two others is; -1 with errno. The first may be -1
/// for none.
int aucatEitherReadable(int first, int second);

/// epoll_ctl(2): sets whether the descriptor from aucatEitherReadable watches the first one.
void aucatListen(int either, int first, int isWanted);

/// posix_spawn_file_actions_addclosefrom_np(3): the new program inherits no descriptors from `first` on.
int aucatCloseFrom(posix_spawn_file_actions_t *actions, int first);

/// dladdr1(3): the path of the shared library that this code is part of; a null pointer if it is part of the program.
const char *aucatLibraryPath(void);

/// The arguments of this process's command line, including the program's name, as the dynamic loader passes them to
/// initializers; `count` is their number. A null pointer if the loader passes none.
const char *const *aucatArguments(int *count);

/// environ(7): the variables of this process, terminated by a null pointer. After clearenv(3), which makes Swift's own
/// `environ` trap, it is a null pointer itself.
char *const *aucatEnvironment(void);

/// getauxval(3): the path with which the kernel has executed this program, or a null pointer.
const char *aucatExecutedPath(void);

/// mallopt(3): from now on, threads share at most this many memory arenas.
void aucatLimitArenas(int count);

/// prctl(2): from now on, this process is killed when the thread that started it ends.
void aucatEndWithParent(void);

/// pidfd_open(2): a descriptor of a process, closed on exec, that never refers to another process; -1 with errno.
int aucatProcessDescriptor(int process);

/// pidfd_send_signal(2): sends a signal to a process; -1 with errno.
int aucatSignalProcess(int descriptor, int number);

/// Like aucatEndWithParent; ends this process immediately if its parent is no longer `parent`.
void aucatEndWith(int parent);

/// fork(2), in a process with one thread. The parent blocks SIGCHLD and SIGTERM, for aucatAwaitChild; it gets the
/// latter when its own parent ends, and it adopts orphans among its descendants (prctl(2)). The child is killed when
/// the parent ends.
int aucatForkSupervised(void);

/// sigwaitinfo(2): waits for SIGCHLD or SIGTERM; -1 if another signal has interrupted it.
int aucatAwaitChild(void);

/// Asks RealtimeKit to schedule `thread` of `process` in real time, one priority below the thread `host`, and lowers
/// the RLIMIT_RTTIME of the process, as RealtimeKit requires. Returns 0, or an error number as in errno.
int aucatRequestRealtime(int process, int thread, int host);

/// sigprocmask(2): unblocks all signals.
void aucatUnblockAll(void);

/// clock_getcpuclockid(3): the processor time that a process has used, in seconds; -1 if it can't be read.
double aucatProcessorSeconds(int process);

/// From now on, a fault of this process that follows a failed allocation makes it exit with `status` if it uses at
/// least half of the address space that `limit` allows, in bytes. If it uses less, or `limit` is 0, the machine had no
/// memory left, and SIGKILL terminates the process. So does a fault's signal that another process has sent.
void aucatClassifyFaults(long limit, int status);

/// The address space that this process uses, in bytes; 0 if it can't be read. Safe in a signal handler.
long aucatAddressSpace(void);

/// gettid(2): the operating system's number for this thread.
unsigned aucatThread(void);

/// From now on, when a thread ends this process, by a signal or by exit(3), its number is first written to `thread`.
/// Copies of this process that fork(2) makes write nothing. If another process sends such a signal, SIGKILL ends this
/// one, so that nothing takes it for a fault.
void aucatNoteFaults(unsigned *thread);

/// sigaltstack(2): signals of this thread are handled even if its own stack is exhausted.
void aucatUseSignalStack(void);

/// futex(2): waits until the 32 bits at `word` differ from `value`, the thread is woken, or the time is up.
void aucatFutexWait(const void *word, unsigned value, unsigned milliseconds);

/// futex(2): wakes all threads that wait for `word`.
void aucatFutexWake(void *word);

/// sched_getaffinity(2): the number of processors that this process may use, at least 1.
int aucatProcessors(void);

/// seccomp(2): from now on, this process and its children can create only local sockets (AF_UNIX), and
/// io_uring_setup(2) and the system calls of other architectures fail with ENOSYS; -1 with errno.
int aucatCloseNetwork(void);

/// mallopt(3): from now on, malloc(3) fills new memory with a byte; -1 stops that. All memory is filled only if glibc
/// caches nothing for a thread (GLIBC_TUNABLES=glibc.malloc.tcache_count=0).
void aucatFillNewMemory(int byte);

/// Fills 64 KiB of this thread's stack, below the part that the caller uses.
void aucatFillStack(int byte);

/// sigaction(2): the address of a signal's handler, SIG_DFL or SIG_IGN.
unsigned long aucatSignalHandler(int number);

/// mallinfo2(3): the number of bytes that are allocated, in arenas and in mappings of their own.
unsigned long aucatAllocatedBytes(void);

#endif
