import Foundation
import TestSupport
import Testing

/// What a host has set up in its process: signals, the floating-point mode, the locale. It works with it, and stays so.
@Suite(.part(.hosts), .enabled(if: Sanitizer.allowsForeignHosts, "the programs lack the sanitizer"))
struct SurroundingsTests {
  private let folder = HostFolder()

  /// Scans, searches, tags, follows and renders; 0 unless something fails.
  private static let work = """
    #include <aucat.h>
    #include <stdio.h>
    #include <stdlib.h>
    static int failed(const char *what, aucat_error *error) {
      fprintf(stderr, "%s: %s\\n", what, error ? aucat_error_message(error) : "?");
      return 1;
    }
    static int work(void) {
      aucat_error *error = NULL;
      size_t count = 0;
      aucat_catalog *catalog = aucat_open(NULL, &error);
      aucat_search *search = aucat_prepare(catalog, "tag == Reverb and audioInputs < 2.5", NULL, 0, 0, &error);
      if (!aucat_search_count(search, &count, &error) || count != 2) return failed("count", error);
      aucat_changes *changes = aucat_follow(catalog, NULL, &error);
      if (!aucat_tag_add(catalog, "urn:aucat:test:gain-stereo", "Warm", &error)) return failed("tag", error);
      if (!aucat_changes_read(changes, NULL, &error)) return failed("changes", error);
      if (!aucat_scan(catalog, AUCAT_SCAN_EVERYTHING, 0, NULL, NULL, NULL, &error)) return failed("scan", error);
      aucat_chain *chain = aucat_chain_new();
      aucat_component *component = aucat_find(catalog, "urn:aucat:test:gain-stereo", &error);
      if (!aucat_chain_append(chain, component, &error)) return failed("append", error);
      static float sound[48000];
      const float *input[] = {sound, sound};
      aucat_render_options options = aucat_render_defaults();
      options.tail = 0;
      for (int i = 0; i < 2; i++) {
        options.is_in_process = i;
        aucat_audio *audio = aucat_render(catalog, chain, input, 2, 48000, 48000, &options, NULL, NULL, &error);
        if (!audio || aucat_audio_frames(audio) != 48000) return failed("render", error);
        aucat_audio_free(audio);
      }
      aucat_chain_free(chain);
      aucat_component_free(component);
      aucat_changes_free(changes);
      aucat_search_free(search);
      aucat_close(catalog);
      return 0;
    }

    """

  @Test("signals that a host handles, blocks or ignores, and the floating-point mode")
  func signals() throws {
    let program =
      "#define _GNU_SOURCE\n" + Self.work + """
        #include <fenv.h>
        #include <signal.h>
        #include <string.h>
        #include <sys/time.h>
        #include <sys/wait.h>
        #if defined __x86_64__
        #include <xmmintrin.h>
        static void flush(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
        static unsigned mode(void) { return _mm_getcsr() & 0xFFC0; }
        #else
        static void flush(void) {}
        static unsigned mode(void) { return 0; }
        #endif
        static void tick(int number) { (void)number; }
        static void reap(int number) {
          (void)number;
          while (waitpid(-1, NULL, WNOHANG) > 0) {}
        }
        int main(int count, char **words) {
          const char *way = words[count - 1];
          struct sigaction child = {0}, after = {0}, alarm = {0};
          child.sa_handler = SIG_DFL;
          if (!strcmp(way, "ignored")) child.sa_handler = SIG_IGN;
          if (!strcmp(way, "reaped")) child.sa_handler = reap;
          if (!strcmp(way, "no zombies")) child.sa_flags = SA_NOCLDWAIT;
          sigaction(SIGCHLD, &child, NULL);
          if (!strcmp(way, "alarm")) {
            alarm.sa_handler = tick;
            sigaction(SIGALRM, &alarm, NULL);
            struct itimerval each = {{0, 1000}, {0, 1000}};
            setitimer(ITIMER_REAL, &each, NULL);
          }
          if (!strcmp(way, "blocked")) {
            sigset_t all;
            sigfillset(&all);
            sigprocmask(SIG_BLOCK, &all, NULL);
          }
          if (!strcmp(way, "flushed")) {
            flush();
            fesetround(FE_UPWARD);
          }
          unsigned before = mode();
          int rounding = fegetround(), result = work();
          sigaction(SIGCHLD, NULL, &after);
          if (after.sa_handler != child.sa_handler) return failed("the handler has changed", NULL);
          if (mode() != before || fegetround() != rounding) return failed("the mode has changed", NULL);
          return result;
        }
        """
    let ways = ["plain", "alarm", "ignored", "no zombies", "reaped", "blocked", "flushed"]
    try folder.expectRuns(program, flags: ["-lm"], ways.map { [$0] })
  }

  @Test("a locale with a comma in numbers")
  func locale() throws {
    let definition = Child.run(
      try Compiler.path("localedef"), ["-i", "de_DE", "-f", "UTF-8", folder("de_DE.UTF-8")],
      environment: Compiler.environment)
    guard definition.status == 0 else { try Test.cancel("no locale can be made: \(definition.errors)") }
    let program =
      Self.work + """
        #include <locale.h>
        #include <string.h>
        int main(void) {
          if (!setlocale(LC_ALL, "de_DE.UTF-8")) return 2;
          char number[8];
          snprintf(number, sizeof number, "%.1f", 0.5);
          if (strcmp(number, "0,5")) return 3;
          if (work()) return 1;
          return strcmp(setlocale(LC_ALL, NULL), "de_DE.UTF-8") ? 4 : 0;
        }
        """
    try folder.expectRuns(program, setting: ["LOCPATH": folder.path])
  }
}
