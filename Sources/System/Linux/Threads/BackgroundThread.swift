internal import CLinux
internal import Glibc

/// A thread that runs one function: `pthread_create(3)`. Unlike a dispatch queue, it throws if no thread can be
/// started.
///
/// Use it on one thread.
package final class BackgroundThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread: pthread_t?

  /// Starts a thread. Signals go to other threads, except those of its own faults.
  package init(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // If a fault's signal is blocked, Linux ends the process, whatever handler it has.
    for number in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS] { sigdelset(&all, number) }
    // A thread inherits the mask of the one that starts it.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // SAFETY: the reference that is passed on is released by the thread, or here if there is none.
    let body = Unmanaged.passRetained(Body(run))
    let status = pthread_create(
      &thread, nil,
      { handle in
        if let handle { Unmanaged<Body>.fromOpaque(handle).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      throw SystemError(status)
    }
    self.thread = thread
  }

  deinit { if let thread { pthread_detach(thread) } }

  /// Waits until the function has returned. On the thread itself, it doesn't wait.
  package func join() {
    guard let thread, pthread_equal(thread, pthread_self()) == 0 else { return }
    pthread_join(thread, nil)
    self.thread = nil
  }
}
