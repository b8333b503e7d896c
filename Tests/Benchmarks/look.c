// What a look at the installed bundles costs an answer, beside a floor that does nothing but stat them (stat-walk of any kind):
//   cc -O2 look.c $(pkg-config --cflags --libs aucat) -o look && ./look [ROUNDS]
// A search a second after the last one looks, and the same search again does not: the difference of their times is the look's.
#define _GNU_SOURCE
#include <aucat.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

/// The floor: lists a folder and calls stat for each folder in it.
static double floorOf(const char *path) {
  double start = now();
  int directory = open(path, O_DIRECTORY | O_RDONLY);
  DIR *entries = fdopendir(directory);
  struct stat status;
  for (struct dirent *entry; entries && (entry = readdir(entries));)
    if (entry->d_name[0] != '.') fstatat(directory, entry->d_name, &status, 0);
  if (entries) closedir(entries);
  return now() - start;
}

static double run(aucat_search *search) {
  double start = now();
  size_t found;
  aucat_search_count(search, &found, NULL);
  return now() - start;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return difference < 0 ? -1 : difference > 0;
}

int main(int count, char **words) {
  int rounds = count > 1 ? atoi(words[1]) : 20;
  double looks[rounds], floors[rounds];
  aucat_catalog *catalog = aucat_open(NULL, NULL);
  aucat_search *search = aucat_prepare(catalog, "uri == 'urn:none'", NULL, 0, 0, NULL);
  for (int round = -1; round < rounds; round++) {
    usleep(1050000);
    double floor = floorOf("/usr/lib/lv2"), first = run(search), second = run(search);
    if (round < 0) continue;
    floors[round] = floor;
    looks[round] = first - second;
  }
  qsort(looks, rounds, sizeof *looks, compare);
  qsort(floors, rounds, sizeof *floors, compare);
  printf("look %.0f us, floor %.0f us, ratio %.2f (medians of %d)\n", looks[rounds / 2], floors[rounds / 2],
         looks[rounds / 2] / floors[rounds / 2], rounds);
  aucat_close(catalog);
}
