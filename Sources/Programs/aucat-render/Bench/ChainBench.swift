internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import RenderChain
internal import ComponentValidation

/// `aucat bench` of a chain.
struct ChainBench {
  let command: BenchCommand
  let session: Session

  func run() throws {
    let choice = try ChainChoice(file: command.chain, stages: command.stages, session)
    try choice.requireComponents(of: command.chain)
    do {
      let report = try Interruption.observed { try measure(choice) }
      try Output.print(command.isJSON ? report.json.encoded + "\n" : report.text(session.terminal))
      if !command.isJSON { try remark(report.remarks, session.terminal) }
    } catch  where Interruption.isRequested {
      throw CommandFailure(.interrupted, "the measurement was interrupted")
    } catch let error as ChainError {
      throw CommandFailure(error, names: choice.names)
    }
  }

  private func measure(_ choice: ChainChoice) throws -> BenchReport {
    let job = try job(choice.chain)
    let plan = MeasurementPlan(seconds: command.seconds)
    let valgrind = command.countsInstructions ? ProgramSearch.find("valgrind") : nil
    guard valgrind != nil || !command.countsInstructions else {
      throw CommandFailure(
        .usage, "--instructions needs valgrind, which is not in PATH; install it: `sudo apt install valgrind`")
    }
    let bar = ProgressBar(session.terminal)
    defer { bar.clear() }
    func runs(_ plan: MeasurementPlan, from first: Int) throws -> [ChainCost] {
      try (first..<first + command.runs).map { number in
        try IsolatedRender(timeout: command.timeout, logs: number == 0).measure(job, plan) {
          if Interruption.isRequested { throw CommandFailure(.interrupted) }
          let all = command.runs * (command.measuresDenormals ? 2 : 1)
          bar.update("measuring \(ProgressBar.bar(Double(number) / Double(all))) run \(number + 1)")
        }
      }
    }
    let usual = try runs(plan, from: 0)
    var other: [ChainCost] = []
    if command.measuresDenormals {
      var plan = plan.withoutDelays
      plan.keepsDenormals = true
      other = try runs(plan, from: command.runs)
    }
    let instructions = try valgrind.map { try count(job, valgrind: $0, bar) }
    let report = BenchReport(
      command, names: choice.names, channels: job.channels, runs: usual, unflushed: other, instructions: instructions)
    guard let report else {
      throw ChainError(.invalidAnswer)
    }
    return report
  }

  private func count(_ job: RenderJob, valgrind: String, _ bar: ProgressBar) throws -> InstructionCount {
    var child = IsolatedRender(timeout: command.timeout, logs: false)
    // While valgrind runs a program, the program's link in `/proc` leads to valgrind.
    child.program = try Path.canonical(child.program)
    do {
      return try InstructionCount(job, valgrind: valgrind, child: child) {
        if Interruption.isRequested { throw CommandFailure(.interrupted) }
        bar.update("counting instructions")
      }
    } catch let error as ChainError {
      // The chain has just run without valgrind.
      throw CommandFailure(
        .storeFailed,
        "valgrind can't run the chain: \(error); an old valgrind can't read new compilers' debugging information: strip the "
          + "libraries, or install a newer valgrind")
    } catch let error as SystemError {
      throw CommandFailure(
        .storeFailed, "the count of instructions can't be kept in \(TemporaryDirectory.usualParent): \(error)")
    }
  }

  private func job(_ chain: RenderChain) throws -> RenderJob {
    var job = RenderJob(
      chain, sampleRate: command.sampleRate, blockLength: command.block, channels: 0)
    job.bundleDirectories = session.manager.configuration.searchDirectories
    job.channels = try command.channels ?? inputCount(of: chain.stages[0])
    return job
  }

  /// The number of channels that a component takes, so that one instance of it is measured.
  private func inputCount(of stage: RenderChain.Stage) throws -> Int {
    var settings = HostSettings(sampleRate: command.sampleRate, blockLength: command.block)
    settings.bundleDirectories = session.manager.configuration.searchDirectories
    return try StageOutline(stage, settings: settings).record.mainPorts(.input).count
  }
}
