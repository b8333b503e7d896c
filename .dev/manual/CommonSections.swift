import AucatCommands
import AucatProgram

/// What the pages of all commands have.
enum CommonSections {
  static func exitStatus(_ page: inout ManualPage) {
    page.heading("EXIT STATUS")
    for status in ExitStatus.allCases { page.entry("\(status.rawValue)", status.meaning) }
  }

  static func environment(_ page: inout ManualPage) {
    page.heading("ENVIRONMENT")
    for (name, text) in variables { page.entry("`\(name)`", text) }
  }

  static func files(_ page: inout ManualPage) {
    page.heading("FILES")
    for (name, text) in files { page.entry("`\(name)`", text) }
  }

  private static let variables = [
    (
      "LV2_PATH",
      "The directories of bundles, separated by colons. Otherwise `~/.lv2`, the multiarch directory below `/usr/lib`, "
        + "`/usr/lib/lv2` and `/usr/local/lib/lv2`."
    ),
    ("AUCAT_CATALOG", "The catalog's file."),
    (
      "AUCAT_SYSTEM_CATALOG",
      "The machine's catalog, which `aucat scan --system` writes: `/var/cache/aucat/catalog.sqlite` unless it is set; none if it "
        + "is empty."
    ),
    ("AUCAT_USER_STORE", "The file of your own tags, marks, collections and saved searches."),
    (
      "AUCAT_RESULTS",
      "The file of validations, measurements and the times when components were first seen, which a new catalog adopts; none if "
        + "it is set and empty."
    ),
    (
      "AUCAT_WORKER",
      "The program that reads bundles, `aucat-scan-worker`. Otherwise it is found, as `aucat-render` and `aucat-browse` are, beside the program, in "
        + "`../libexec/aucat` from there, or below the prefix of the `aucat` in `PATH`."
    ),
    (
      "XDG_CACHE_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
      "The directories of the catalog, of your own data and of results, if no variable names these: `~/.cache`, "
        + "`~/.local/share` and `~/.local/state`."
    ),
    ("XDG_CONFIG_HOME", "Where Ardour's configuration is, for `import` and `export`: `~/.config`."),
    ("LC_ALL, LC_MESSAGES, LANG", "The language of names and the order of lists, unless `--locale` names it."),
    (
      "AUCAT_JACK",
      "JACK's library. Otherwise `libjack.so.0`, and PipeWire's own where PipeWire runs and no JACK server does."
    ),
    (
      "XDG_RUNTIME_DIR, PIPEWIRE_RUNTIME_DIR, PIPEWIRE_REMOTE",
      "Where PipeWire's socket is: `pipewire-0` in one of these directories, or the name or path in the last."
    ),
    ("AUCAT_LILV", "`off` lets lilv itself answer hosts that were started by `aucat with`."),
    ("AUCAT_LILV_NOTES", "`1` reports on standard error why lilv was asked."),
    (
      "XDG_RUNTIME_DIR",
      "In its folder `aucat` are the sockets by which sessions of `aucat live` are changed; otherwise in `/tmp/aucat-UID`."
    ),
    ("JACK_DEFAULT_SERVER", "The name of the JACK server, as for all of its clients."),
    ("NO_COLOR", "Turns colour off, if it is not empty."),
    ("PAGER", "The program that shows long output on a terminal: `less -FRX` unless it is set."),
    (
      "TERM, COLUMNS, LINES",
      "The terminal, and its size if that is not known otherwise. `dumb` has neither colour nor pages."
    ),
    ("TMPDIR", "Where temporary files go."),
  ]

  private static let files = [
    (
      "$XDG_CACHE_HOME/aucat/catalog.sqlite",
      "The catalog. It is a cache that you can delete; the next search builds it again."
    ),
    (
      "$XDG_DATA_HOME/aucat/user.sqlite",
      "Your own data. Beside it are backups in `user.sqlite.backups`, and chains that the page has saved in `chains`."
    ),
    (
      "$XDG_STATE_HOME/aucat/results.sqlite",
      "Validations, measurements, and when components were first seen. A new catalog adopts them."
    ),
    (
      "/var/cache/aucat/catalog.sqlite",
      "The catalog that all users of the machine share. `sudo aucat scan --system` makes it, so that nobody else need scan."
    ),
    ("share/aucat/ardour", "Below the prefix of the installation: a script for Ardour that finds plugins there."),
  ]
}
