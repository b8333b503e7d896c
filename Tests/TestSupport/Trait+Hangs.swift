public import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. The clock of a time limit runs while a test waits for a thread of the pool, which every other
  /// test may hold before it: a limit near a test's own duration fails wherever the whole run takes longer.
  public static var endsIfItHangs: Self { .timeLimit(.minutes(20)) }
}
