import TestSupport
import Testing

/// 16 writers and 4 scanners at once: every acknowledged tag is there, and none reports a lock.
@Suite struct ManyWritersTests {
  @Test func everyAcknowledgedTagIsThere() throws {
    let machine = Machine(
      [Bundle(name: "a", plugins: [.hall]), Bundle(name: "b", plugins: [.arpeggiator])], isNew: true)
    let run = machine.shell(
      #"""
      # Not "wait": it needs SIGCHLD, which a test may have blocked. The pipe ends when the last of them has.
      { for scanner in 1 2 3 4; do
        ( for round in 1 2; do "$aucat" scan --full >/dev/null || echo "scan failed" >&2; done ) &
      done
      for writer in 1 2 3 4 5 6 7 8 9 10 11 12; do
        ( for n in 1 2 3 4 5 6; do "$aucat" tag add urn:test:hall "w$writer-$n" && echo "w$writer-$n"; done ) &
      done
      for writer in 13 14 15 16; do
        ( for n in $(seq 100); do printf 'urn:test:arp\ts%s-%s\n' $writer $n; done | "$aucat" tag add --stdin ) &
      done
      } | cat
      """#)
    #expect(run.errors == "", "\(run.errors)")
    let acknowledged = Set(run.lines.filter { $0.hasPrefix("w") })
    #expect(acknowledged.count == 72)
    #expect(Set(machine.aucat("tag", "list", Plugin.hall.uri).lines) == acknowledged)
    #expect(run.lines.count { $0 == "ok" } == 400)
    #expect(machine.aucat("tag", "list", Plugin.arpeggiator.uri).lines.count == 400)
  }
}
