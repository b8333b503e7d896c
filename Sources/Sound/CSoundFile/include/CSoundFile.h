#ifndef AUCAT_SOUND_FILE_H
#define AUCAT_SOUND_FILE_H

#include <stdint.h>

// The part of libsndfile's interface that is used (sndfile.h, stable since 1.0.18). The library is loaded when the
// program runs, so its header must not be needed to build.

/// SF_INFO: the properties of a file.
typedef struct {
  int64_t frames;
  int sampleRate;
  int channels;
  int format;
  int sections;
  int seekable;
} AucatSoundFileInfo;

/// SF_VIRTUAL_IO: how the library reaches a file's bytes.
typedef struct {
  int64_t (*length)(void *user);
  int64_t (*seek)(int64_t offset, int whence, void *user);
  int64_t (*read)(void *bytes, int64_t count, void *user);
  int64_t (*write)(const void *bytes, int64_t count, void *user);
  int64_t (*tell)(void *user);
} AucatSoundFileBytes;

/// SNDFILE: an open file.
typedef struct AucatSoundFileHandle AucatSoundFileHandle;

/// The library's functions, under their names without `sf_`.
typedef struct {
  AucatSoundFileHandle *(*open_virtual)(AucatSoundFileBytes *bytes, int mode, AucatSoundFileInfo *info, void *user);
  int (*close)(AucatSoundFileHandle *file);
  int (*error)(AucatSoundFileHandle *file);
  const char *(*strerror)(AucatSoundFileHandle *file);
  int (*command)(AucatSoundFileHandle *file, int command, void *data, int size);
  int (*format_check)(const AucatSoundFileInfo *info);
  int64_t (*seek)(AucatSoundFileHandle *file, int64_t frames, int whence);
  int64_t (*readf_int)(AucatSoundFileHandle *file, int *samples, int64_t frames);
  int64_t (*readf_float)(AucatSoundFileHandle *file, float *samples, int64_t frames);
  int64_t (*readf_double)(AucatSoundFileHandle *file, double *samples, int64_t frames);
  int64_t (*writef_int)(AucatSoundFileHandle *file, const int *samples, int64_t frames);
  int64_t (*writef_float)(AucatSoundFileHandle *file, const float *samples, int64_t frames);
  int64_t (*writef_double)(AucatSoundFileHandle *file, const double *samples, int64_t frames);
} AucatSoundFileFunctions;

/// SFM_READ, SFM_WRITE
enum { aucatSoundFileRead = 0x10, aucatSoundFileWrite = 0x20 };

/// SFC_GET_CHANNEL_MAP_INFO, SFC_SET_CHANNEL_MAP_INFO
enum { aucatSoundFileGetChannels = 0x1100, aucatSoundFileSetChannels = 0x1101 };

/// SF_FORMAT_TYPEMASK, SF_FORMAT_SUBMASK
enum { aucatSoundFileTypeMask = 0x0FFF0000, aucatSoundFileSubtypeMask = 0xFFFF };

/// Loads a library and finds the functions in it. It is never unloaded.
///
/// @return 1; 0 if that failed, and dlerror(3) says why.
int aucatLoadSoundFile(const char *library, AucatSoundFileFunctions *functions);

#endif
