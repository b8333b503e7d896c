#define _GNU_SOURCE
#include "CCallWatch.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

// Libraries reach the C library through their GOT (global offset table), and through pointers in data. Here the entries
// of the functions that may wait are replaced with functions that count the call and pass it on. This works for a
// library with a C++ runtime of its own, and for the libraries that it links, and costs nothing unless it is asked for.

/// What a function may do, as aucatWatchedKind returns it.
enum Kind { allocates, frees, locks, waits, accesses, prints };

static __thread bool isWatching;

static void count(int function, bool isStandard);

#define IS_STANDARD_FILE(file) ((file) == stdout || (file) == stderr)
#define IS_STANDARD(descriptor) ((descriptor) == STDOUT_FILENO || (descriptor) == STDERR_FILENO)

// X(kind, return type, name, parameters, arguments, whether it is about a standard stream)
#define FUNCTIONS(X)                                                                                                   \
  X(allocates, void *, malloc, (size_t size), (size), false)                                                           \
  X(allocates, void *, calloc, (size_t number, size_t size), (number, size), false)                                    \
  X(allocates, void *, realloc, (void *memory, size_t size), (memory, size), false)                                    \
  X(allocates, void *, reallocarray, (void *memory, size_t number, size_t size), (memory, number, size), false)        \
  X(allocates, int, posix_memalign, (void **memory, size_t align, size_t size), (memory, align, size), false)          \
  X(allocates, void *, aligned_alloc, (size_t align, size_t size), (align, size), false)                               \
  X(allocates, void *, memalign, (size_t align, size_t size), (align, size), false)                                    \
  X(allocates, char *, strdup, (const char *text), (text), false)                                                      \
  X(allocates, char *, strndup, (const char *text, size_t size), (text, size), false)                                  \
  X(allocates, int, vasprintf, (char **text, const char *format, va_list list), (text, format, list), false)           \
  X(allocates, void *, mmap, (void *start, size_t size, int rights, int flags, int file, off_t offset),                \
    (start, size, rights, flags, file, offset), false)                                                                 \
  X(frees, int, munmap, (void *start, size_t size), (start, size), false)                                              \
  X(locks, int, pthread_mutex_lock, (pthread_mutex_t *mutex), (mutex), false)                                          \
  X(locks, int, pthread_mutex_timedlock, (pthread_mutex_t *mutex, const struct timespec *end), (mutex, end), false)    \
  X(locks, int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock), false)                                        \
  X(locks, int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock), false)                                        \
  X(locks, int, pthread_spin_lock, (pthread_spinlock_t *lock), (lock), false)                                          \
  X(locks, int, mtx_lock, (mtx_t *mutex), (mutex), false)                                                              \
  X(waits, int, pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *mutex), (condition, mutex), false)     \
  X(waits, int, pthread_cond_timedwait,                                                                                \
    (pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end), (condition, mutex, end), false)   \
  X(waits, int, pthread_cond_clockwait,                                                                                \
    (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *end),                  \
    (condition, mutex, clock, end), false)                                                                             \
  X(waits, int, pthread_barrier_wait, (pthread_barrier_t *barrier), (barrier), false)                                  \
  X(waits, int, pthread_join, (pthread_t thread, void **result), (thread, result), false)                              \
  X(waits, int, pthread_create,                                                                                        \
    (pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *value), (thread, how, start, value),  \
    false)                                                                                                             \
  X(waits, int, sem_wait, (sem_t *semaphore), (semaphore), false)                                                      \
  X(waits, int, sem_timedwait, (sem_t *semaphore, const struct timespec *end), (semaphore, end), false)                \
  X(waits, int, cnd_wait, (cnd_t *condition, mtx_t *mutex), (condition, mutex), false)                                 \
  X(waits, int, nanosleep, (const struct timespec *time, struct timespec *rest), (time, rest), false)                  \
  X(waits, int, clock_nanosleep, (clockid_t clock, int flags, const struct timespec *time, struct timespec *rest),     \
    (clock, flags, time, rest), false)                                                                                 \
  X(waits, int, usleep, (useconds_t time), (time), false)                                                              \
  X(waits, unsigned, sleep, (unsigned time), (time), false)                                                            \
  X(waits, int, sched_yield, (void), (), false)                                                                        \
  X(waits, int, poll, (struct pollfd *files, nfds_t number, int time), (files, number, time), false)                   \
  X(waits, int, select, (int number, fd_set *in, fd_set *out, fd_set *other, struct timeval *time),                    \
    (number, in, out, other, time), false)                                                                             \
  X(waits, pid_t, fork, (void), (), false)                                                                             \
  X(waits, int, system, (const char *command), (command), false)                                                       \
  X(accesses, FILE *, popen, (const char *command, const char *mode), (command, mode), false)                          \
  X(accesses, void *, dlopen, (const char *path, int mode), (path, mode), false)                                       \
  X(accesses, int, creat, (const char *path, mode_t mode), (path, mode), false)                                        \
  X(accesses, int, close, (int file), (file), false)                                                                   \
  X(accesses, ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size), false)                         \
  X(accesses, ssize_t, pread, (int file, void *bytes, size_t size, off_t offset), (file, bytes, size, offset), false)  \
  X(accesses, ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), IS_STANDARD(file))      \
  X(accesses, ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t offset), (file, bytes, size, offset),  \
    IS_STANDARD(file))                                                                                                 \
  X(accesses, ssize_t, writev, (int file, const struct iovec *parts, int number), (file, parts, number),               \
    IS_STANDARD(file))                                                                                                 \
  X(accesses, off_t, lseek, (int file, off_t offset, int from), (file, offset, from), false)                           \
  X(accesses, int, fsync, (int file), (file), false)                                                                   \
  X(accesses, int, access, (const char *path, int mode), (path, mode), false)                                          \
  X(accesses, int, stat, (const char *path, struct stat *status), (path, status), false)                               \
  X(accesses, int, lstat, (const char *path, struct stat *status), (path, status), false)                              \
  X(accesses, int, fstat, (int file, struct stat *status), (file, status), false)                                      \
  X(accesses, int, mkdir, (const char *path, mode_t mode), (path, mode), false)                                        \
  X(accesses, int, unlink, (const char *path), (path), false)                                                          \
  X(accesses, int, rename, (const char *from, const char *to), (from, to), false)                                      \
  X(accesses, DIR *, opendir, (const char *path), (path), false)                                                       \
  X(accesses, struct dirent *, readdir, (DIR * folder), (folder), false)                                               \
  X(accesses, int, closedir, (DIR * folder), (folder), false)                                                          \
  X(accesses, ssize_t, send, (int file, const void *bytes, size_t size, int flags), (file, bytes, size, flags), false) \
  X(accesses, ssize_t, recv, (int file, void *bytes, size_t size, int flags), (file, bytes, size, flags), false)       \
  X(accesses, ssize_t, sendto,                                                                                         \
    (int file, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length),                \
    (file, bytes, size, flags, to, length), false)                                                                     \
  X(accesses, FILE *, fopen, (const char *path, const char *mode), (path, mode), false)                                \
  X(accesses, FILE *, fdopen, (int file, const char *mode), (file, mode), false)                                       \
  X(accesses, int, fclose, (FILE * file), (file), false)                                                               \
  X(accesses, size_t, fread, (void *bytes, size_t size, size_t number, FILE *file), (bytes, size, number, file), false)\
  X(accesses, char *, fgets, (char *text, int size, FILE *file), (text, size, file), false)                            \
  X(accesses, int, fgetc, (FILE * file), (file), false)                                                                \
  X(accesses, int, getc, (FILE * file), (file), false)                                                                 \
  X(accesses, ssize_t, getline, (char **text, size_t *size, FILE *file), (text, size, file), false)                    \
  X(accesses, int, vfscanf, (FILE * file, const char *format, va_list list), (file, format, list), false)              \
  X(accesses, int, fseek, (FILE * file, long offset, int from), (file, offset, from), false)                           \
  X(accesses, int, fflush, (FILE * file), (file), IS_STANDARD_FILE(file))                                              \
  X(accesses, size_t, fwrite, (const void *bytes, size_t size, size_t number, FILE *file),                             \
    (bytes, size, number, file), IS_STANDARD_FILE(file))                                                               \
  X(accesses, int, fputs, (const char *text, FILE *file), (text, file), IS_STANDARD_FILE(file))                        \
  X(accesses, int, fputc, (int letter, FILE *file), (letter, file), IS_STANDARD_FILE(file))                            \
  X(accesses, int, putc, (int letter, FILE *file), (letter, file), IS_STANDARD_FILE(file))                             \
  X(accesses, int, vfprintf, (FILE * file, const char *format, va_list list), (file, format, list),                    \
    IS_STANDARD_FILE(file))                                                                                            \
  X(locks, int, pthread_mutex_clocklock, (pthread_mutex_t *mutex, clockid_t clock, const struct timespec *end),        \
    (mutex, clock, end), false)                                                                                        \
  X(locks, int, pthread_rwlock_timedrdlock, (pthread_rwlock_t *lock, const struct timespec *end), (lock, end), false)  \
  X(locks, int, pthread_rwlock_timedwrlock, (pthread_rwlock_t *lock, const struct timespec *end), (lock, end), false)  \
  X(waits, int, sem_clockwait, (sem_t *semaphore, clockid_t clock, const struct timespec *end),                        \
    (semaphore, clock, end), false)                                                                                    \
  X(waits, int, ppoll, (struct pollfd *files, nfds_t number, const struct timespec *time, const sigset_t *mask),       \
    (files, number, time, mask), false)                                                                                \
  X(waits, int, pselect,                                                                                               \
    (int number, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, const sigset_t *mask),           \
    (number, in, out, other, time, mask), false)                                                                       \
  X(waits, int, epoll_wait, (int file, struct epoll_event *events, int number, int time),                              \
    (file, events, number, time), false)                                                                               \
  X(waits, pid_t, waitpid, (pid_t process, int *status, int options), (process, status, options), false)               \
  X(waits, int, execve, (const char *path, char *const *words, char *const *environment),                              \
    (path, words, environment), false)                                                                                 \
  X(waits, int, mlock, (const void *start, size_t size), (start, size), false)                                         \
  X(accesses, int, dlclose, (void *library), (library), false)                                                         \
  X(accesses, int, msync, (void *start, size_t size, int flags), (start, size, flags), false)                          \
  X(accesses, ssize_t, pread64, (int file, void *bytes, size_t size, off64_t offset),                                  \
    (file, bytes, size, offset), false)                                                                                \
  X(accesses, ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t offset),                           \
    (file, bytes, size, offset), IS_STANDARD(file))                                                                    \
  X(accesses, ssize_t, recvfrom,                                                                                       \
    (int file, void *bytes, size_t size, int flags, struct sockaddr *from, socklen_t *length),                         \
    (file, bytes, size, flags, from, length), false)                                                                   \
  X(accesses, ssize_t, recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags), false)          \
  X(accesses, ssize_t, sendmsg, (int file, const struct msghdr *message, int flags), (file, message, flags), false)    \
  X(accesses, int, ftruncate, (int file, off_t size), (file, size), false)                                             \
  X(accesses, int, ftruncate64, (int file, off64_t size), (file, size), false)                                         \
  X(accesses, int, stat64, (const char *path, struct stat64 *status), (path, status), false)                           \
  X(accesses, int, lstat64, (const char *path, struct stat64 *status), (path, status), false)                          \
  X(accesses, int, fstat64, (int file, struct stat64 *status), (file, status), false)                                  \
  X(accesses, int, fstatat, (int folder, const char *path, struct stat *status, int flags),                            \
    (folder, path, status, flags), false)                                                                              \
  X(accesses, int, fstatat64, (int folder, const char *path, struct stat64 *status, int flags),                        \
    (folder, path, status, flags), false)                                                                              \
  X(accesses, int, remove, (const char *path), (path), false)                                                          \
  X(accesses, int, rmdir, (const char *path), (path), false)                                                           \
  X(accesses, char *, realpath, (const char *path, char *resolved), (path, resolved), false)                           \
  X(accesses, int, fseeko, (FILE * file, off_t offset, int from), (file, offset, from), false)                         \
  X(accesses, int, fseeko64, (FILE * file, off64_t offset, int from), (file, offset, from), false)                     \
  X(prints, int, vprintf, (const char *format, va_list list), (format, list), true)                                    \
  X(prints, int, puts, (const char *text), (text), true)                                                               \
  X(prints, int, putchar, (int letter), (letter), true)

// The functions that return nothing, or take a varying number of arguments, are written out below: X(kind, name).
#define OTHER_FUNCTIONS(X)                                                                                       \
  X(frees, free) X(accesses, open) X(accesses, openat) X(accesses, ioctl) X(accesses, fprintf) X(prints, printf) \
  X(prints, perror) X(prints, syslog) X(waits, syscall) X(allocates, asprintf)  \
  X(accesses, openat64) X(allocates, mremap)

// The same functions under other names: those that programs built with _FORTIFY_SOURCE call, and those for files with
// 64-bit offsets. X(kind, name).
#define ALIASES(X)                                                                                                \
  X(accesses, fopen64) X(accesses, open64) X(accesses, __open_2) X(accesses, __open64_2) X(accesses, _IO_putc)    \
  X(accesses, _IO_getc) X(accesses, __fprintf_chk) X(accesses, __vfprintf_chk) X(prints, __printf_chk)            \
  X(prints, __vprintf_chk) X(allocates, __strdup) X(allocates, mmap64) X(accesses, __read_chk)                    \
  X(accesses, __fread_chk) X(accesses, __fgets_chk) X(allocates, __asprintf_chk) X(allocates, __vasprintf_chk)    \
  X(accesses, lseek64) X(accesses, __xstat) X(accesses, __lxstat) X(accesses, __fxstat) X(accesses, __fxstatat)   \
  X(accesses, __xstat64) X(accesses, __lxstat64) X(accesses, __fxstat64) X(accesses, __fxstatat64)

enum {
#define NUMBER(kind, type, name, parameters, arguments, isStandard) number_##name,
#define OTHER_NUMBER(kind, name) number_##name,
  FUNCTIONS(NUMBER) OTHER_FUNCTIONS(OTHER_NUMBER) ALIASES(OTHER_NUMBER) functionCount
};

#define REPLACEMENT(kind, type, name, parameters, arguments, isStandard) \
  static type watched_##name parameters {                                \
    if (isWatching) count(number_##name, isStandard);                    \
    return name arguments;                                               \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
FUNCTIONS(REPLACEMENT)

static void watched_free(void *memory) {
  if (isWatching && memory) count(number_free, false);
  free(memory);
}

static void watched_perror(const char *text) {
  if (isWatching) count(number_perror, true);
  perror(text);
}

/// The mode that open(2) takes if it may create a file.
#define MODE(flags) (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE)

#define OPENING(name, parameters, arguments)              \
  static int watched_##name parameters {                  \
    va_list list;                                         \
    va_start(list, flags);                                \
    mode_t mode = MODE(flags) ? va_arg(list, mode_t) : 0; \
    va_end(list);                                         \
    if (isWatching) count(number_##name, false);          \
    return name arguments;                                \
  }
OPENING(open, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPENING(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

static void *watched_mremap(void *start, size_t size, size_t newSize, int flags, ...) {
  va_list list;
  va_start(list, flags);
  void *place = flags & MREMAP_FIXED ? va_arg(list, void *) : NULL;
  va_end(list);
  if (isWatching) count(number_mremap, false);
  return mremap(start, size, newSize, flags, place);
}

static int watched_ioctl(int file, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *value = va_arg(list, void *);
  va_end(list);
  if (isWatching) count(number_ioctl, false);
  return ioctl(file, request, value);
}

static long watched_syscall(long call, ...) {
  va_list list;
  long values[6];
  va_start(list, call);
  for (int index = 0; index < 6; index++) values[index] = va_arg(list, long);
  va_end(list);
  if (isWatching) count(number_syscall, false);
  return syscall(call, values[0], values[1], values[2], values[3], values[4], values[5]);
}

/// A function that prints: its parameters, the last of them, and the call with an argument list.
#define PRINTING(name, parameters, last, isStandard, call) \
  static int watched_##name parameters {                   \
    va_list list;                                          \
    if (isWatching) count(number_##name, isStandard);      \
    va_start(list, last);                                  \
    int length = call;                                     \
    va_end(list);                                          \
    return length;                                         \
  }

PRINTING(printf, (const char *format, ...), format, true, vprintf(format, list))
PRINTING(fprintf, (FILE * file, const char *format, ...), format, IS_STANDARD_FILE(file), vfprintf(file, format, list))
PRINTING(asprintf, (char **text, const char *format, ...), format, false, vasprintf(text, format, list))
PRINTING(__printf_chk, (int flag, const char *format, ...), format, ((void)flag, true), vprintf(format, list))
PRINTING(
    __fprintf_chk, (FILE * file, int flag, const char *format, ...), format, ((void)flag, IS_STANDARD_FILE(file)),
    vfprintf(file, format, list))
PRINTING(
    __asprintf_chk, (char **text, int flag, const char *format, ...), format, ((void)flag, false),
    vasprintf(text, format, list))

static void watched_syslog(int priority, const char *format, ...) {
  va_list list;
  if (isWatching) count(number_syslog, true);
  va_start(list, format);
  vsyslog(priority, format, list);
  va_end(list);
}

/// The function `call` under another name, which does not pass on the argument `unused`, if any.
#define ALIAS(type, name, parameters, unused, call, arguments, isStandard) \
  static type watched_##name parameters {                                  \
    (void)(unused);                                                        \
    if (isWatching) count(number_##name, isStandard);                      \
    return call arguments;                                                 \
  }
ALIAS(FILE *, fopen64, (const char *path, const char *mode), 0, fopen64, (path, mode), false)
ALIAS(int, __open_2, (const char *path, int flags), 0, open, (path, flags), false)
ALIAS(int, __open64_2, (const char *path, int flags), 0, open64, (path, flags), false)
ALIAS(int, _IO_putc, (int letter, FILE *file), 0, putc, (letter, file), IS_STANDARD_FILE(file))
ALIAS(int, _IO_getc, (FILE * file), 0, getc, (file), false)
ALIAS(char *, __strdup, (const char *text), 0, strdup, (text), false)
ALIAS(void *, mmap64, (void *start, size_t size, int rights, int flags, int file, off64_t offset), 0, mmap64,
      (start, size, rights, flags, file, offset), false)
ALIAS(off64_t, lseek64, (int file, off64_t offset, int from), 0, lseek64, (file, offset, from), false)

// Functions that programs built for a C library before 2.33 call: the first argument is the version of the structure.
ALIAS(int, __xstat, (int version, const char *path, struct stat *status), version, stat, (path, status), false)
ALIAS(int, __lxstat, (int version, const char *path, struct stat *status), version, lstat, (path, status), false)
ALIAS(int, __fxstat, (int version, int file, struct stat *status), version, fstat, (file, status), false)
ALIAS(int, __fxstatat, (int version, int folder, const char *path, struct stat *status, int flags), version, fstatat,
      (folder, path, status, flags), false)
ALIAS(int, __xstat64, (int version, const char *path, struct stat64 *status), version, stat64, (path, status), false)
ALIAS(int, __lxstat64, (int version, const char *path, struct stat64 *status), version, lstat64, (path, status), false)
ALIAS(int, __fxstat64, (int version, int file, struct stat64 *status), version, fstat64, (file, status), false)
ALIAS(int, __fxstatat64, (int version, int folder, const char *path, struct stat64 *status, int flags), version,
      fstatat64, (folder, path, status, flags), false)

ALIAS(int, __vprintf_chk, (int room, const char *format, va_list list), room, vprintf, (format, list), true)
ALIAS(int, __vfprintf_chk, (FILE * file, int room, const char *format, va_list list), room, vfprintf,
      (file, format, list), IS_STANDARD_FILE(file))
ALIAS(int, __vasprintf_chk, (char **text, int room, const char *format, va_list list), room, vasprintf,
      (text, format, list), false)
ALIAS(ssize_t, __read_chk, (int file, void *bytes, size_t size, size_t room), room, read, (file, bytes, size), false)
ALIAS(size_t, __fread_chk, (void *bytes, size_t room, size_t size, size_t number, FILE *file), room, fread,
      (bytes, size, number, file), false)
ALIAS(char *, __fgets_chk, (char *text, size_t room, int size, FILE *file), room, fgets, (text, size, file), false)
#pragma GCC diagnostic pop

/// A function, what it may do, and its replacement.
typedef struct {
  const char *name;
  enum Kind kind;
  void (*replacement)(void);
  /// The calls since they were last taken: those that are not about a standard stream, and those that are.
  unsigned calls[2];
} Function;

static Function functions[functionCount] = {
#define ENTRY(kind, type, name, parameters, arguments, isStandard) {#name, kind, (void (*)(void))watched_##name, {0, 0}},
#define OTHER_ENTRY(kind, name) {#name, kind, (void (*)(void))watched_##name, {0, 0}},
    FUNCTIONS(ENTRY) OTHER_FUNCTIONS(OTHER_ENTRY) ALIASES(OTHER_ENTRY)};

static void count(int function, bool isStandard) {
  __atomic_fetch_add(&functions[function].calls[isStandard], 1, __ATOMIC_RELAXED);
}

void aucatBeginWatch(void) { isWatching = true; }

void aucatEndWatch(void) { isWatching = false; }

int aucatWatchedCount(void) { return functionCount; }

const char *aucatWatchedName(int function) { return functions[function].name; }

int aucatWatchedKind(int function) { return functions[function].kind; }

unsigned aucatTakeCalls(int function, int isStandard) {
  return __atomic_exchange_n(&functions[function].calls[isStandard != 0], 0, __ATOMIC_RELAXED);
}

// MARK: tables of libraries

#if defined __x86_64__
enum { tableEntry = R_X86_64_GLOB_DAT, callEntry = R_X86_64_JUMP_SLOT, dataEntry = R_X86_64_64 };
#elif defined __aarch64__
enum { tableEntry = R_AARCH64_GLOB_DAT, callEntry = R_AARCH64_JUMP_SLOT, dataEntry = R_AARCH64_ABS64 };
#elif defined __riscv && __riscv_xlen == 64
enum { tableEntry = R_RISCV_64, callEntry = R_RISCV_JUMP_SLOT, dataEntry = R_RISCV_64 };
#endif

#if defined __x86_64__ || defined __aarch64__ || (defined __riscv && __riscv_xlen == 64)

/// The addresses that the loader has reserved for a library.
typedef struct {
  uintptr_t start, end;
} Range;

/// Where the C library and this program are. This is found out beforehand, because dl_iterate_phdr holds one lock of
/// the loader: calling dladdr and the like meanwhile would take another, in the opposite order to dlopen on a plugin's
/// thread.
typedef struct {
  /// An address in the C library.
  uintptr_t systemFunction;
  Range system, program;
  /// Why an entry could not be replaced, as errno; 0 if all were.
  int failure;
} Known;

/// A library, as the loader describes it.
typedef struct {
  Known *known;
  Range own;
  ElfW(Addr) base;
  const ElfW(Sym) *symbols;
  const char *names;
  /// What the loader has protected from writing.
  Range sealed;
} Library;

static bool contains(Range range, uintptr_t address) { return range.start <= address && address < range.end; }

static Range rangeOf(const struct dl_phdr_info *info) {
  Range range = {UINTPTR_MAX, 0};
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = info->dlpi_phdr + index;
    if (part->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (start < range.start) range.start = start;
    if (start + part->p_memsz > range.end) range.end = start + part->p_memsz;
  }
  return range;
}

/// Whether an entry leads to the C library, or to this program, which may define replacements of its own, as a
/// sanitizer's runtime does; a library's own function of that name is left alone.
static bool leadsToSystem(const Library *library, const ElfW(Sym) *symbol, uintptr_t value) {
  if (contains(library->known->system, value) || contains(library->known->program, value)) return true;
  // An entry that is filled in by the first call leads to the library's own stub.
  return symbol->st_shndx == SHN_UNDEF && contains(library->own, value);
}

/// Makes an entry writable. The page is not protected again: on another thread, the loader may be filling a library's
/// tables, which it protects itself when it is done.
static bool unseal(Library *library, uintptr_t *place) {
  if (!contains(library->sealed, (uintptr_t)place)) return true;
  size_t size = library->sealed.end - library->sealed.start;
  if (mprotect((void *)library->sealed.start, size, PROT_READ | PROT_WRITE)) {
    library->known->failure = errno;
    return false;
  }
  library->sealed = (Range){0, 0};
  return true;
}

static void redirect(Library *library, const ElfW(Rela) *entry) {
  unsigned type = (unsigned)ELF64_R_TYPE(entry->r_info);
  if (type != tableEntry && type != callEntry && type != dataEntry) return;
  const ElfW(Sym) *symbol = library->symbols + ELF64_R_SYM(entry->r_info);
  const char *name = library->names + symbol->st_name;
  for (int index = 0; index < functionCount; index++) {
    if (strcmp(name, functions[index].name)) continue;
    uintptr_t *place = (uintptr_t *)(library->base + entry->r_offset);
    uintptr_t replacement = (uintptr_t)functions[index].replacement;
    if (entry->r_addend && type == dataEntry) return;
    if (!leadsToSystem(library, symbol, *place) || !unseal(library, place)) return;
    __atomic_store_n(place, replacement, __ATOMIC_RELEASE);
    return;
  }
}

static void redirectAll(Library *library, const ElfW(Rela) *entries, size_t size) {
  for (size_t index = 0; entries && index < size / sizeof *entries; index++) redirect(library, entries + index);
}

/// Whether a library belongs to the system's core, which may call what it likes, or to Swift's runtime, which plugins
/// reach only through this program.
static bool isExempt(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  static const char *const prefixes[] = {"linux-", "ld-linux", "ld.so", "libc.so", "libpthread.so", "libswift", "lib_Found"};
  for (size_t index = 0; index < sizeof prefixes / sizeof *prefixes; index++) {
    if (!strncmp(name, prefixes[index], strlen(prefixes[index]))) return true;
  }
  return !*path;
}

static int noteLibrary(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  Known *known = context;
  Range range = rangeOf(info);
  if (contains(range, known->systemFunction)) known->system = range;
  if (contains(range, (uintptr_t)&functions)) known->program = range;
  return 0;
}

static int redirectLibrary(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  if (isExempt(info->dlpi_name)) return 0;
  Library library = {.known = context, .own = rangeOf(info), .base = info->dlpi_addr};
  const ElfW(Dyn) *dynamic = NULL;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = info->dlpi_phdr + index;
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)start;
    if (part->p_type != PT_GNU_RELRO) continue;
    library.sealed = (Range){start & ~(page - 1), (start + part->p_memsz) & ~(page - 1)};
  }
  const ElfW(Rela) *calls = NULL, *data = NULL;
  size_t callSize = 0, dataSize = 0;
  for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
    // Some systems leave addresses relative to the library.
    uintptr_t address = dynamic->d_un.d_ptr;
    if (address < info->dlpi_addr) address += info->dlpi_addr;
    switch (dynamic->d_tag) {
      case DT_SYMTAB: library.symbols = (const ElfW(Sym) *)address; break;
      case DT_STRTAB: library.names = (const char *)address; break;
      case DT_JMPREL: calls = (const ElfW(Rela) *)address; break;
      case DT_PLTRELSZ: callSize = dynamic->d_un.d_val; break;
      case DT_RELA: data = (const ElfW(Rela) *)address; break;
      case DT_RELASZ: dataSize = dynamic->d_un.d_val; break;
      default: break;
    }
  }
  if (!library.symbols || !library.names) return 0;
  redirectAll(&library, calls, callSize);
  redirectAll(&library, data, dataSize);
  return 0;
}

int aucatWatchLibraries(void) {
  Known known = {.systemFunction = (uintptr_t)dlsym(RTLD_DEFAULT, "gnu_get_libc_version")};
  dl_iterate_phdr(noteLibrary, &known);
  dl_iterate_phdr(redirectLibrary, &known);
  if (!known.failure) return 0;
  errno = known.failure;
  return -1;
}

#else

int aucatWatchLibraries(void) {
  errno = ENOSYS;
  return -1;
}

#endif
