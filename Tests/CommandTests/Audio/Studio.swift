import TestSupport

/// A folder with sounds, on a machine that has the test plugins and a catalog of them.
struct Studio {
  let folder = TemporaryFolder()

  /// The machine: the catalog is made once, and tests only read it.
  static let machine = Machine.withTestPlugins()

  /// A studio with a second of stereo in `in.wav`.
  init() { write(.stereo, to: "in.wav") }

  /// Writes a sound of 16-bit integers.
  func write(_ sound: Sound, to name: String, rate: Int = 8_000) {
    let samples = (0..<(sound.channels.first?.count ?? 0)).flatMap { frame in sound.channels.map { $0[frame] } }
    let wav = WAVFile(.format(channels: sound.channels.count, rate: rate), .data(samples.map { Int16($0 * 32_768) }))
    folder.write(wav.bytes, to: name)
  }

  /// Runs a script in the folder, with `$aucat` and some words of its own.
  func shell(_ script: String, _ setting: [String: String] = [:], _ words: [String] = []) -> Child {
    var environment = Self.machine.environment.merging(setting) { $1 }
    environment["aucat"] = Machine.program
    environment["folder"] = folder.path
    return Child.run(
      "/bin/sh", ["-c", "cd \"$folder\" || exit 99\n" + script, "sh"] + words, environment: environment)
  }

  /// A line of a script that defines `await PATTERN FILE`, which waits for a line that grep finds, at most 20 seconds.
  static let awaiting = """
    await() { n=0; until grep -q "$1" "$2" 2> /dev/null; do n=$((n + 1)); [ $n -lt 400 ] || exit 9; sleep 0.05; done; }
    """

  /// A line of a script that waits until the program in the background catches SIGINT, whose bit is the second.
  static let untilItCatchesInterrupts =
    "until grep -q 'SigCgt.*[2367abef]$' /proc/$!/status; do sleep 0.05; done"

  /// A file's float32 samples; nil if it does not hold any.
  func sound(_ name: String = "out.wav") -> Sound? { Sound(float32: Child.contents(folder(name))) }

  /// What is in the folder beside the input.
  var results: [String] { folder.names(in: "").filter { $0 != "in.wav" }.sorted() }
}

/// Channels of samples.
struct Sound: Equatable {
  var channels: [[Float]]

  /// Numbers that 16 bits hold exactly, and no two neighbours alike.
  static func steps(_ frames: Int, channels: Int) -> Sound {
    Sound(
      channels: (0..<channels).map { channel in (0..<frames).map { Float(($0 * 7 + channel) % 20_011 - 9_000) / 32_768 }
      })
  }

  static let stereo = steps(8_000, channels: 2)
}

extension Sound {
  init?(float32 bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count >= 44, bytes[0..<4].elementsEqual("RIFF".utf8) else { return nil }
    var place = 12
    var count = 0
    while place + 8 <= bytes.count {
      let size = number(place + 4, 4)
      if bytes[place..<place + 4].elementsEqual("fmt ".utf8) {
        guard number(place + 8 + 14, 2) == 32 else { return nil }
        count = number(place + 10, 2)
      }
      if bytes[place..<place + 4].elementsEqual("data".utf8), count > 0, place + 8 + size <= bytes.count {
        let frames = size / 4 / count
        channels = (0..<count).map { channel in
          (0..<frames).map { Float(bitPattern: UInt32(number(place + 8 + 4 * ($0 * count + channel), 4))) }
        }
        return
      }
      place += 8 + size + size % 2
    }
    return nil
  }
}
