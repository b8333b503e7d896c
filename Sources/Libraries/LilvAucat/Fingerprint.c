#define _GNU_SOURCE
#include "Fingerprint.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t start = 0x243F6A8885A308D3, golden = 0x9E3779B97F4A7C15;
/// The limits, as in `ScanLimits`.
enum { deepest = 8, mostEntries = 100000 };

static void addWord(uint64_t *state, uint64_t word) {
  *state = (*state ^ word) * golden;
  *state ^= *state >> 32;
}

static uint64_t wordAt(const unsigned char *bytes) {
  uint64_t word = 0;
  for (int index = 7; index >= 0; index--) word = word << 8 | bytes[index];
  return word;
}

/// Hashes a long run of bytes in four chains.
static size_t addBlocks(uint64_t *state, const unsigned char *bytes, size_t count) {
  if (count < 256) return 0;
  uint64_t chains[4] = {start, start, start, start};
  size_t offset = 0;
  for (; offset + 32 <= count; offset += 32)
    for (int chain = 0; chain < 4; chain++) addWord(&chains[chain], wordAt(bytes + offset + 8 * chain));
  for (int chain = 0; chain < 4; chain++) addWord(state, chains[chain]);
  return offset;
}

static void addText(uint64_t *state, const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t count = strlen(text), offset = addBlocks(state, bytes, count);
  for (; offset + 8 <= count; offset += 8) addWord(state, wordAt(bytes + offset));
  uint64_t rest = 0;
  for (; offset < count; offset++) rest = rest << 8 | bytes[offset];
  addWord(state, rest);
  addWord(state, count);
}

static uint64_t mixed(uint64_t word) {
  uint64_t once = (word ^ word >> 31) * 0xBF58476D1CE4E5B9;
  return once ^ once >> 29;
}

static uint64_t hashOf(const char *path, const struct stat *status) {
  uint64_t state = start;
  addText(&state, path);
  addWord(&state, (uint64_t)status->st_size);
  addWord(&state, (uint64_t)status->st_mtim.tv_sec);
  addWord(&state, (uint64_t)status->st_mtim.tv_nsec);
  addWord(&state, (uint64_t)status->st_ctim.tv_sec);
  addWord(&state, (uint64_t)status->st_ctim.tv_nsec);
  addWord(&state, status->st_ino);
  addWord(&state, status->st_mode);
  return mixed(state);
}

struct walk {
  uint64_t sum;
  int entries;
  /// The path from the bundle's folder to the one that is being walked, with a final slash.
  char prefix[4096];
};

static bool isTurtle(const char *name) {
  size_t length = strlen(name);
  return length >= 4 && !strcmp(name + length - 4, ".ttl");
}

static bool walkFolder(struct walk *walk, int folder, int depth);

/// Walks a folder within another. Folders that can't be opened don't count, nor do links to folders.
static bool enter(struct walk *walk, int parent, const char *name, int depth) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return true;
  size_t length = strlen(walk->prefix), more = strlen(name);
  if (length + more + 2 > sizeof walk->prefix) return close(folder), false;
  memcpy(walk->prefix + length, name, more);
  memcpy(walk->prefix + length + more, "/", 2);
  bool isComplete = walkFolder(walk, folder, depth + 1);
  walk->prefix[length] = '\0';
  return isComplete;
}

static bool addEntry(struct walk *walk, int folder, const struct dirent *entry, int depth) {
  if (++walk->entries > mostEntries) return false;
  bool counts = isTurtle(entry->d_name);
  bool mayBeFolder = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN;
  if (counts) {
    struct stat status;
    char path[sizeof walk->prefix + sizeof entry->d_name];
    if (fstatat(folder, entry->d_name, &status, 0) && fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW))
      return true;
    snprintf(path, sizeof path, "%s%s", walk->prefix, entry->d_name);
    walk->sum += hashOf(path, &status);
  }
  return !mayBeFolder || depth >= deepest || enter(walk, folder, entry->d_name, depth);
}

/// Walks an open folder, whose descriptor it closes.
static bool walkFolder(struct walk *walk, int folder, int depth) {
  DIR *entries = fdopendir(folder);
  if (!entries) return close(folder), false;
  bool isComplete = true;
  for (struct dirent *entry; isComplete && (entry = readdir(entries));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    isComplete = addEntry(walk, dirfd(entries), entry, depth);
  }
  closedir(entries);
  return isComplete;
}

bool fingerprintOf(const char *path, uint64_t *fingerprint) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  struct walk walk = {.sum = 0};
  if (!walkFolder(&walk, folder, 0)) return false;
  *fingerprint = walk.sum;
  return true;
}
