import Linux
import Synchronization
import Testing

@Suite struct DeferredTests {
  @Test func aValueIsComputedOnceAndBeforeItIsAskedFor() {
    let count = Atomic(0)
    let deferred = Deferred { count.add(1, ordering: .relaxed).newValue }
    while count.load(ordering: .relaxed) == 0 {}
    #expect(deferred.value() == 1 && deferred.value() == 1)
  }

  @Test func whatNobodyAsksForEndsBeforeItsOwnerIsGone() {
    let count = Atomic(0)
    do { _ = Deferred { count.add(1, ordering: .relaxed).newValue } }
    #expect(count.load(ordering: .relaxed) == 1)
  }
}
