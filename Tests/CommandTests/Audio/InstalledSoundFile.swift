import Glibc

/// Whether libsndfile is installed.
enum InstalledSoundFile {
  static let isThere = dlopen("libsndfile.so.1", RTLD_LAZY) != nil
}
