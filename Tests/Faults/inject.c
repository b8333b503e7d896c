// Forces one fault into a program, from outside: preloaded, it counts the calls that touch files below some folders, and
// fails one of them, or ends the process before it. It can also record each change, so that a power cut can be replayed.
//
//   AUCAT_FAULT=KIND:CLASS:NUMBER[+]  kill, torn (half of a write, then the end), short (half of a write, then no room) or an
//                                     errno; change, write, sync, read, open, map or lock; the call, from 1; + for all
//                                     that follow it, too
//   AUCAT_FAULT_ROOTS=DIR[:DIR…]      where calls count
//   AUCAT_FAULT_LOG=FILE              where calls are recorded: see disk.py
//   AUCAT_FAULT_PROGRAM=NAME[ WORD]   the one program that is meant (aucat), and its first argument
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CHANGE, WRITE, SYNC, READ, OPEN, MAP, LOCK, CLASSES };
static const char *const names[CLASSES] = {"change", "write", "sync", "read", "open", "map", "lock"};
enum { NOTHING, KILL, TORN, SHORT, ERROR };

static struct {
  int kind, error, class, isLasting;
  long number;
} fault;
static long counts[CLASSES];
static const char *roots;
static int logFile = -1, isActive;
// One change at a time, so that the record has the order of the changes. Recursive, because mkdtemp may call mkdir.
static pthread_mutex_t turn = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void readFault(const char *text) {
  char kind[16], class[16], tail = 0;
  if (!text || sscanf(text, "%15[^:]:%15[^:]:%ld%c", kind, class, &fault.number, &tail) < 3) return;
  fault.isLasting = tail == '+';
  for (int i = 0; i < CLASSES; i++)
    if (!strcmp(class, names[i])) fault.class = i;
  fault.error = atoi(kind);
  fault.kind = !strcmp(kind, "kill") ? KILL : !strcmp(kind, "torn") ? TORN : !strcmp(kind, "short") ? SHORT : ERROR;
}

// Whether this is the program that is meant: its file's name, and after a blank its first argument, where one is given.
static int isProgram(const char *program, const char *argument) {
  char path[PATH_MAX];
  ssize_t size = syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, PATH_MAX - 1);
  path[size < 0 ? 0 : size] = 0;
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  size_t length = strcspn(program, " ");
  if (strlen(name) != length || strncmp(name, program, length)) return 0;
  return !program[length] || (argument && !strcmp(program + length + 1, argument));
}

__attribute__((constructor)) static void start(int count, char **words) {
  const char *program = getenv("AUCAT_FAULT_PROGRAM"), *log = getenv("AUCAT_FAULT_LOG");
  roots = getenv("AUCAT_FAULT_ROOTS");
  if (!roots || !isProgram(program ? program : "aucat", count > 1 ? words[1] : NULL)) return;
  readFault(getenv("AUCAT_FAULT"));
  if (log) {
    int descriptor = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    logFile = syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, descriptor);
  }
  isActive = 1;
}

static int isBelow(const char *path) {
  for (const char *root = roots; root && *root;) {
    size_t length = strcspn(root, ":");
    if (length && !strncmp(path, root, length) && (path[length] == '/' || !path[length])) return 1;
    root += length + (root[length] == ':');
  }
  return 0;
}

static int pathOf(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return length > 0;
}

// Whether calls on a descriptor count; its path comes with it.
static int isMeant(int descriptor, char *path) { return isActive && pathOf(descriptor, path) && isBelow(path); }

// Whether calls on a name count; its absolute path comes with it.
static int isNamed(int folder, const char *name, char *path) {
  if (!isActive || !name) return 0;
  if (*name == '/') {
    snprintf(path, PATH_MAX, "%s", name);
  } else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD ? syscall(SYS_getcwd, base, sizeof base) < 0 : !pathOf(folder, base)) return 0;
    if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
  }
  return isBelow(path);
}

static void end(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

// One record: lengths, what, where, and the bytes. A single write, so that it is whole or absent.
static void record(char what, uint64_t file, int64_t place, const char *path, const char *other, const void *bytes,
                   size_t count) {
  if (logFile < 0) return;
  int saved = errno;
  struct __attribute__((packed)) {
    uint32_t path, other, count;
    char what;
    uint64_t file;
    int64_t place;
  } head = {path ? strlen(path) : 0, other ? strlen(other) : 0, count, what, file, place};
  struct iovec parts[] = {
      {&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}, {(void *)bytes, count}};
  syscall(SYS_writev, logFile, parts, 4);
  errno = saved;
}

// Counts a call of a class. True if it fails; errno is set.
static int fails(int class) {
  record('0' + class, 0, 0, NULL, NULL, NULL, 0);
  long number = __atomic_add_fetch(&counts[class], 1, __ATOMIC_RELAXED);
  if (fault.kind == NOTHING || fault.class != class) return 0;
  if (number != fault.number && !(fault.isLasting && number > fault.number)) return 0;
  if (fault.kind == KILL) end();
  errno = fault.kind == ERROR ? fault.error : ENOSPC;
  return 1;
}

// Counts a change, of a class of its own, too: a process may end before any.
static int changeFails(int class) { return fails(CHANGE) | (class != CHANGE && fails(class)); }

static uint64_t fileOf(int descriptor, int64_t *size) {
  struct stat status;
  if (fstat(descriptor, &status)) return 0;
  if (size) *size = status.st_size;
  return status.st_ino;
}

static ssize_t writeBytes(int descriptor, const void *bytes, size_t count, int64_t offset) {
  return offset < 0 ? syscall(SYS_write, descriptor, bytes, count)
                    : syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

// A write: `offset` is negative where the descriptor's own position counts.
static ssize_t put(int descriptor, const void *bytes, size_t count, int64_t offset) {
  char path[PATH_MAX];
  if (!isMeant(descriptor, path)) return writeBytes(descriptor, bytes, count, offset);
  pthread_mutex_lock(&turn);
  int64_t size = 0, place = offset;
  uint64_t file = fileOf(descriptor, &size);
  if (place < 0) place = syscall(SYS_fcntl, descriptor, F_GETFL) & O_APPEND ? size : syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
  ssize_t result = -1;
  if (changeFails(WRITE)) {
    int error = errno;
    if (fault.kind == TORN || (fault.kind == SHORT && counts[fault.class] == fault.number))
      result = writeBytes(descriptor, bytes, count / 2, offset);
    if (fault.kind == TORN) end();
    errno = error;
  } else {
    result = writeBytes(descriptor, bytes, count, offset);
    if (result > 0) record('w', file, place, path, NULL, bytes, result);
  }
  pthread_mutex_unlock(&turn);
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) { return put(descriptor, bytes, count, -1); }
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return put(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return put(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  if (!isMeant(descriptor, path)) return syscall(SYS_writev, descriptor, parts, count);
  // A short write is allowed.
  for (int i = 0; i < count; i++)
    if (parts[i].iov_len) return put(descriptor, parts[i].iov_base, parts[i].iov_len, -1);
  return 0;
}

int ftruncate(int descriptor, off_t size) {
  char path[PATH_MAX];
  if (!isMeant(descriptor, path)) return syscall(SYS_ftruncate, descriptor, size);
  pthread_mutex_lock(&turn);
  int result = changeFails(WRITE) ? -1 : syscall(SYS_ftruncate, descriptor, size);
  if (!result) record('t', fileOf(descriptor, NULL), size, path, NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return result;
}
int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }

static int synchronize(int descriptor, long call) {
  char path[PATH_MAX];
  if (!isMeant(descriptor, path)) return syscall(call, descriptor);
  pthread_mutex_lock(&turn);
  struct stat status = {0};
  fstat(descriptor, &status);
  int result = changeFails(SYNC) ? -1 : syscall(call, descriptor);
  if (!result) record('s', S_ISDIR(status.st_mode) ? 0 : status.st_ino, 0, path, NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return result;
}
int fsync(int descriptor) { return synchronize(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return synchronize(descriptor, SYS_fdatasync); }

static int openFile(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  if (!isNamed(folder, name, path)) return syscall(SYS_openat, folder, name, flags, mode);
  pthread_mutex_lock(&turn);
  struct stat status;
  int exists = !fstatat(folder, name, &status, 0);
  int makes = (flags & O_CREAT) && !exists, empties = (flags & O_TRUNC) && exists && status.st_size > 0;
  int result = -1;
  if (!fails(OPEN) && !((makes || empties) && changeFails(WRITE))) {
    result = syscall(SYS_openat, folder, name, flags, mode);
    if (result >= 0) {
      uint64_t file = fileOf(result, NULL);
      record(makes ? 'c' : 'o', file, 0, path, NULL, NULL, 0);
      if (empties) record('t', file, 0, path, NULL, NULL, 0);
    }
  }
  pthread_mutex_unlock(&turn);
  return result;
}

#define OPEN_FILE(folder) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  } \
  return openFile(folder, name, flags, mode);
int open(const char *name, int flags, ...) { OPEN_FILE(AT_FDCWD) }
int open64(const char *name, int flags, ...) { OPEN_FILE(AT_FDCWD) }
int openat(int folder, const char *name, int flags, ...) { OPEN_FILE(folder) }
int openat64(int folder, const char *name, int flags, ...) { OPEN_FILE(folder) }

DIR *opendir(const char *name) {
  static DIR *(*original)(const char *);
  if (!original) original = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
  char path[PATH_MAX];
  return isNamed(AT_FDCWD, name, path) && fails(OPEN) ? NULL : original(name);
}

static ssize_t get(int descriptor, void *bytes, size_t count, int64_t offset) {
  char path[PATH_MAX];
  if (isMeant(descriptor, path) && fails(READ)) return -1;
  return offset < 0 ? syscall(SYS_read, descriptor, bytes, count)
                    : syscall(SYS_pread64, descriptor, bytes, count, offset);
}
ssize_t read(int descriptor, void *bytes, size_t count) { return get(descriptor, bytes, count, -1); }
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) { return get(descriptor, bytes, count, offset); }
ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) { return get(descriptor, bytes, count, offset); }

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  char path[PATH_MAX];
  if (descriptor >= 0 && isMeant(descriptor, path) && fails(MAP)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}

int flock(int descriptor, int operation) {
  char path[PATH_MAX];
  if (operation != LOCK_UN && isMeant(descriptor, path) && fails(LOCK)) return -1;
  return syscall(SYS_flock, descriptor, operation);
}

static int control(int descriptor, int command, void *argument) {
  char path[PATH_MAX];
  int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
  if (locks && ((struct flock *)argument)->l_type != F_UNLCK && isMeant(descriptor, path) && fails(LOCK)) return -1;
  return syscall(SYS_fcntl, descriptor, command, argument);
}
#define CONTROL \
  va_list list; \
  va_start(list, command); \
  void *argument = va_arg(list, void *); \
  va_end(list); \
  return control(descriptor, command, argument);
int fcntl(int descriptor, int command, ...) { CONTROL }
int fcntl64(int descriptor, int command, ...) { CONTROL }

// A change of names: `other` is null where there is one name only.
static int changeNames(char what, int class, int folder, const char *name, int otherFolder, const char *other, long call,
                       long extra) {
  char path[PATH_MAX], otherPath[PATH_MAX] = "";
  int isNew = other && isNamed(otherFolder, other, otherPath), isOld = isNamed(folder, name, path);
  int isCounted = isOld || isNew, result = -1;
  if (isCounted) pthread_mutex_lock(&turn);
  if (!isCounted || !changeFails(class)) {
    result = other ? syscall(call, folder, name, otherFolder, other, extra) : syscall(call, folder, name, extra);
    if (isCounted && !result) record(what, 0, 0, path, other ? otherPath : NULL, NULL, 0);
  }
  if (isCounted) pthread_mutex_unlock(&turn);
  return result;
}

int rename(const char *old, const char *new) {
  return changeNames('r', WRITE, AT_FDCWD, old, AT_FDCWD, new, SYS_renameat2, 0);
}
int renameat(int oldFolder, const char *old, int newFolder, const char *new) {
  return changeNames('r', WRITE, oldFolder, old, newFolder, new, SYS_renameat2, 0);
}
int renameat2(int oldFolder, const char *old, int newFolder, const char *new, unsigned flags) {
  return changeNames('r', WRITE, oldFolder, old, newFolder, new, SYS_renameat2, flags);
}
int link(const char *old, const char *new) {
  return changeNames('l', WRITE, AT_FDCWD, old, AT_FDCWD, new, SYS_linkat, 0);
}
int linkat(int oldFolder, const char *old, int newFolder, const char *new, int flags) {
  return changeNames('l', WRITE, oldFolder, old, newFolder, new, SYS_linkat, flags);
}
// Unlinking is a change that needs no room, so it fails with no class but `change`.
int unlink(const char *name) { return changeNames('u', CHANGE, AT_FDCWD, name, 0, 0, SYS_unlinkat, 0); }
int unlinkat(int folder, const char *name, int flags) {
  return changeNames(flags & AT_REMOVEDIR ? 'd' : 'u', CHANGE, folder, name, 0, 0, SYS_unlinkat, flags);
}
int rmdir(const char *name) { return changeNames('d', CHANGE, AT_FDCWD, name, 0, 0, SYS_unlinkat, AT_REMOVEDIR); }
int mkdir(const char *name, mode_t mode) { return changeNames('m', WRITE, AT_FDCWD, name, 0, 0, SYS_mkdirat, mode); }
int mkdirat(int folder, const char *name, mode_t mode) {
  return changeNames('m', WRITE, folder, name, 0, 0, SYS_mkdirat, mode);
}

char *mkdtemp(char *template) {
  static char *(*original)(char *);
  if (!original) original = (char *(*)(char *))dlsym(RTLD_NEXT, "mkdtemp");
  char path[PATH_MAX];
  if (!isNamed(AT_FDCWD, template, path)) return original(template);
  pthread_mutex_lock(&turn);
  char *result = changeFails(WRITE) ? NULL : original(template);
  if (result) isNamed(AT_FDCWD, result, path);
  if (result) record('m', 0, 0, path, NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return result;
}
