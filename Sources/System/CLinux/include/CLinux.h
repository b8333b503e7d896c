#ifndef AUCAT_LINUX_H
#define AUCAT_LINUX_H

#include <spawn.h>

// Calls of Linux that Swift's Glibc module does not show: they are declared only under _GNU_SOURCE, or variadic.

/// memfd_create(2): a file in memory that is closed on exec; -1 with errno.
int aucatMemoryFile(const char *name);

/// As aucatMemoryFile, with a size that writers can't exceed: what they write beyond it is lost to them.
int aucatBoundedMemoryFile(const char *name, long size);

/// getdents64(2): reads entries of a directory into `buffer`; their length in bytes, 0 at the end, -1 with errno.
long aucatReadDirectory(int directory, void *buffer, unsigned long size);

/// eventfd(2): a descriptor that can be read once eight bytes that are not all 0 have been written; -1 with errno.
int aucatEvent(void);

/// accept4(2): the next connection of a socket, closed on exec, for which no call waits; -1 with errno.
int aucatAccept(int listening);

/// timerfd_create(2): a descriptor that aucatStartTimer makes readable; -1 with errno.
int aucatTimer(void);

/// timerfd_settime(2): the timer's descriptor becomes readable once `milliseconds` have passed; at once for 0.
void aucatStartTimer(int timer, long milliseconds);

/// epoll_create1(2): a descriptor that is readable while one of two others is; -1 with errno. The first may be -1.
int aucatEitherReadable(int first, int second);

/// epoll_ctl(2): whether the descriptor of aucatEitherReadable heeds the first one.
void aucatListen(int either, int first, int isWanted);

/// posix_spawn_file_actions_addclosefrom_np(3): the new program has none of this one's descriptors from `first` on.
int aucatCloseFrom(posix_spawn_file_actions_t *actions, int first);

/// dladdr1(3): the path of the shared library that this code is part of; a null pointer if it is part of the program.
const char *aucatLibraryPath(void);

/// The words of this process's command line, its name included, as the dynamic loader gives them to initializers; `count` is
/// their number. A null pointer where the loader gives none.
const char *const *aucatArguments(int *count);

/// environ(7): the variables of this process, ended by a null pointer; a null pointer after clearenv(3), for which Swift's own
/// `environ` traps.
char *const *aucatEnvironment(void);

/// getauxval(3): the path by which the kernel has executed this program, or a null pointer.
const char *aucatExecutedPath(void);

/// mallopt(3): threads share this many arenas of memory.
void aucatLimitArenas(int count);

/// prctl(2): this process is killed when the thread that started it ends.
void aucatEndWithParent(void);

/// pidfd_open(2): a descriptor of a process, closed on exec, that never comes to mean another process; -1 with errno.
int aucatProcessDescriptor(int process);

/// pidfd_send_signal(2): -1 with errno.
int aucatSignalProcess(int descriptor, int number);

/// As aucatEndWithParent; ends this process now where another one than `parent` has become its parent.
void aucatEndWith(int parent);

/// fork(2), in a process with one thread. The parent blocks SIGCHLD and SIGTERM, for aucatAwaitChild; it gets the latter when
/// its own parent ends, and it adopts orphans among its descendants (prctl(2)). The child is killed when the parent ends.
int aucatForkSupervised(void);

/// sigwaitinfo(2): waits for SIGCHLD or SIGTERM; -1 where another signal has interrupted it.
int aucatAwaitChild(void);

/// Asks RealtimeKit to schedule `thread` of `process` in real time, a priority below the thread `host`, and limits RLIMIT_RTTIME of the
/// process, as it requires. Returns 0, or an error as errno has them.
int aucatRequestRealtime(int process, int thread, int host);

/// sigprocmask(2): no signal is blocked from now on.
void aucatUnblockAll(void);

/// clock_getcpuclockid(3): the processor time that a process has used, in seconds; -1 where it can't be read.
double aucatProcessorSeconds(int process);

/// From now on, a fault of this process that follows on a failed allocation ends it with the exit status `status` if half
/// of the address space that `limit` allows is in use, in bytes. If less is in use, or `limit` is 0, the machine had no
/// memory, and SIGKILL ends the process. So does a fault's signal that another process has sent.
void aucatClassifyFaults(long limit, int status);

/// The address space that this process uses, in bytes; 0 where it can't be read. Safe in a signal handler.
long aucatAddressSpace(void);

/// gettid(2): the operating system's number of this thread.
unsigned aucatThread(void);

/// From now on the number of a thread that ends this process, by a signal or by exit(3), is written to `thread` before.
/// Copies of this process that fork(2) makes write nothing. A signal that another process sends ends this one by SIGKILL, so
/// that nobody takes it for a fault.
void aucatNoteFaults(unsigned *thread);

/// sigaltstack(2): signals of this thread are handled even where its own stack is used up.
void aucatUseSignalStack(void);

/// futex(2): waits until the 32 bits at `word` are not `value`, it is woken, or the time is up.
void aucatFutexWait(const void *word, unsigned value, unsigned milliseconds);

/// futex(2): wakes all that wait for `word`.
void aucatFutexWake(void *word);

/// sched_getaffinity(2): the number of processors that this process may use, at least 1.
int aucatProcessors(void);

/// seccomp(2): from now on socket(2) gives this process and its children only sockets of the machine (AF_UNIX), and
/// io_uring_setup(2) and the system calls of other architectures fail with ENOSYS; -1 with errno.
int aucatCloseNetwork(void);

/// mallopt(3): from now on malloc(3) fills new memory with a byte; for -1 no longer. Only where glibc caches nothing for a thread
/// (GLIBC_TUNABLES=glibc.malloc.tcache_count=0) is all memory filled.
void aucatFillNewMemory(int byte);

/// Fills 64 KiB of this thread's stack below the caller's.
void aucatFillStack(int byte);

/// sigaction(2): the address of a signal's handler, SIG_DFL or SIG_IGN.
unsigned long aucatSignalHandler(int number);

/// mallinfo2(3): the bytes that are allocated, in arenas and by themselves.
unsigned long aucatAllocatedBytes(void);

#endif
