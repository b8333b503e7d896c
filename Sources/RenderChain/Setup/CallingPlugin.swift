internal import CLV2Host
internal import Linux

/// Calls a plugin off the render thread, and undoes what it does to the thread: a floating-point trap that it leaves
/// enabled would end the process in unrelated code. A copy of the process that it makes (`fork(2)`) ends here, before
/// it repeats this process's work.
func callingPlugin<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let process = CurrentProcess.identifier
  let mode = aucatFloatingPoint()
  defer {
    aucatSetFloatingPoint(mode)
    if CurrentProcess.identifier != process { CurrentProcess.endAtOnce(status: 0) }
  }
  return try body()
}
