internal import Linux
package import RenderChain

/// The instructions that the components of a chain execute for a block, as callgrind counts them: unlike times, they
/// hardly depend on the machine, and not at all on its other work.
package struct InstructionCount {
  /// The counts for a block, by stage and sound.
  package private(set) var stages: [[TestSound: Double]]

  /// Counts in a child that runs under valgrind, about 50 times slower.
  ///
  /// - Parameters:
  ///   - job: the chain, as for `IsolatedRender.measure`.
  ///   - valgrind: the program's path.
  ///   - child: renders the job, with a program whose path is not a link in `/proc`.
  ///   - look: called several times a second; an error from it ends the measurement.
  /// - Throws: ``ChainError``, or `SystemError` if callgrind's files can't be written or read.
  package init(_ job: RenderJob, valgrind: String, child: IsolatedRender, look: () throws -> Void) throws {
    let folder = try TemporaryDirectory(prefix: TemporaryDirectory.countPrefix)
    var child = child
    child.arguments =
      [
        "--tool=callgrind", "--quiet", "--collect-atstart=no", "--combine-dumps=no", "--sigill-diagnostics=no",
        "--callgrind-out-file=\(folder.path)/count.%p", child.program,
      ] + child.arguments
    child.program = valgrind
    child.timeout *= Self.slowdown
    let cost = try child.measure(job, Self.plan, look: look)
    stages = Array(repeating: [:], count: cost.stages.count)
    let blocks = (Self.plan.seconds * job.sampleRate / Double(job.blockLength)).rounded(.up)
    for entry in DirectoryReader.entries(of: folder.path) {
      let text = String(
        decoding: try WholeFile.bytes("\(folder.path)/\(entry.name)", limit: Self.longestFile), as: UTF8.self)
      guard let (stage, sound, count) = Self.read(text), stages.indices.contains(stage) else { continue }
      stages[stage][sound] = Double(count) / max(1, blocks)
    }
    // If there is none, this valgrind ignores client requests.
    guard stages.contains(where: { !$0.isEmpty }) else { throw ChainError(.invalidAnswer) }
  }

  private static var plan: MeasurementPlan {
    // As long as a note: a second run would count the same.
    var plan = MeasurementPlan(seconds: SoundMaker.beat).withoutDelays
    plan.countsInstructions = true
    return plan
  }

  private static let slowdown = 100.0
  private static let longestFile = 256 << 20

  /// The name of a count in callgrind's file.
  static func name(_ stage: Int, _ sound: TestSound) -> String { "aucat \(stage) \(sound.rawValue)" }

  /// The contents of a callgrind file: a file of counts has a line `desc: Trigger: Client Request: NAME`, and `summary:
  /// N`.
  static func read(_ text: String) -> (stage: Int, sound: TestSound, count: UInt64)? {
    var (name, count): ([Substring]?, UInt64?) = (nil, nil)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("desc: Trigger: Client Request: aucat ") { name = line.split(separator: " ").suffix(2) }
      if line.hasPrefix("summary: ") || line.hasPrefix("totals: ") {
        count = line.split(separator: " ").last.flatMap { UInt64($0) } ?? count
      }
    }
    guard let name, let stage = Int(name[name.startIndex]),
      let sound = TestSound(rawValue: String(name[name.endIndex - 1])),
      let count
    else { return nil }
    return (stage, sound, count)
  }
}
