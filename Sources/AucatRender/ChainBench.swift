internal import AucatCommands
internal import AudioComponents
internal import Linux
internal import RenderChain

/// `aucat bench`
struct ChainBench {
  private let request: BenchRequest
  private let session: Session

  init(_ request: BenchRequest, _ session: Session) {
    self.request = request
    self.session = session
  }

  func run() throws {
    let choice = try ChainChoice(file: request.chain, stages: request.stages, session)
    guard !choice.chain.stages.isEmpty else {
      throw CommandFailure(
        .usage, "\(request.chain ?? "the chain") has no components; `aucat render --save-chain` writes chains")
    }
    do {
      let report = try Interruption.observed { try measure(choice) }
      var output = Output()
      output.write(request.isJSON ? report.json.encoded + "\n" : report.text(session.terminal))
      try output.finish()
      if !request.isJSON { try remark(report.remarks, session.terminal) }
    } catch  where Interruption.isRequested {
      throw CommandFailure(.interrupted, "the measurement was interrupted")
    } catch let error as ChainError {
      throw CommandFailure(error, names: choice.names)
    }
  }

  private func measure(_ choice: ChainChoice) throws -> BenchReport {
    let job = try job(choice.chain)
    let bar = ProgressBar(session.terminal)
    defer { bar.clear() }
    var runs: [ChainCost] = []
    for number in 0..<request.runs {
      runs.append(
        try child(logs: number == 0).measure(job) {
          if Interruption.isRequested { throw CommandFailure(.interrupted) }
          bar.update("measuring \(ProgressBar.bar(Double(number) / Double(request.runs))) run \(number + 1)")
        })
    }
    guard let report = BenchReport(request, names: choice.names, channels: job.channels, runs: runs) else {
      throw ChainError(.invalidAnswer)
    }
    return report
  }

  private func job(_ chain: RenderChain) throws -> RenderJob {
    var job = RenderJob(
      chain, sampleRate: request.sampleRate, blockLength: request.block, channels: 0)
    job.bundleDirectories = session.manager.configuration.searchDirectories
    job.measurement = MeasurementPlan(seconds: request.seconds)
    job.channels = try request.channels ?? inputCount(of: chain.stages[0])
    return job
  }

  /// How many channels a component takes, so that one instance of it is measured.
  private func inputCount(of stage: RenderChain.Stage) throws -> Int {
    var settings = HostSettings(sampleRate: request.sampleRate, blockLength: request.block)
    settings.bundleDirectories = session.manager.configuration.searchDirectories
    return try StageOutline(stage, settings: settings).record.mainPorts(.input).count
  }

  private func child(logs: Bool) -> IsolatedRender {
    var child = IsolatedRender(
      program: ProgramLocation.executable, arguments: [RenderChild.argument],
      environment: Configuration.processEnvironment, timeout: request.timeout)
    if logs { child.log = { if $0.level == .error { warn("\($0.component): \($0.text)") } } }
    return child
  }
}
