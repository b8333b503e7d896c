import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// What an edit replaces: no more than it must, and all whose channels change.
struct EditRegionTests {
  private typealias Source = EditRegion.Source

  private static let fresh = Source.fresh(RenderChain.Stage(component: "urn:x", bundle: "/x"), UnitNumber(value: 9))

  private func region(_ sources: [Source], _ channels: [Int], _ newChannels: [Int]) -> [Range<Int>] {
    let region = EditRegion(sources, channels: channels, newChannels: newChannels)
    return [region.old, region.new]
  }

  @Test func anEditReplacesTheLeastAndWhateverGetsOtherChannels() {
    let (fresh, zero, one, two) = (Self.fresh, Source.present(0), Source.present(1), Source.present(2))
    let (three, four) = (Source.present(3), Source.present(4))
    for (sources, count, ranges, name) in [
      ([fresh], 0, [0..<0, 0..<1], "insert into nothing"), ([fresh, zero, one], 2, [0..<0, 0..<1], "at the start"),
      ([zero, fresh, one], 2, [1..<1, 1..<2], "in the middle"), ([zero, one, fresh], 2, [2..<2, 2..<3], "at the end"),
      ([zero, two], 3, [1..<2, 1..<1], "remove"), ([], 1, [0..<1, 0..<0], "remove the last"),
      ([zero, fresh, two], 3, [1..<2, 1..<2], "replace"), ([fresh, fresh], 3, [0..<3, 0..<2], "replace all"),
      ([zero, one], 2, [2..<2, 2..<2], "nothing"),
      ([zero, two, three, one, four], 5, [1..<4, 1..<4], "a move to the end replaces what it passes"),
      ([zero, three, one, two, four], 5, [1..<4, 1..<4], "to the start"),
    ] as [([Source], Int, [Range<Int>], Comment)] {
      let stereo = [Int](repeating: 2, count: 9)
      verify(region(sources, Array(stereo[0...count]), Array(stereo[0...sources.count])), equals: ranges, name)
    }
    // A stereo component before three of one channel each, which then run twice.
    verify(region([fresh, zero, one, two], [1, 1, 1, 1], [1, 2, 2, 2, 2]), equals: [0..<3, 0..<4])
    // The last of them makes one channel of it again.
    verify(region([fresh, zero, one], [1, 1, 1], [1, 2, 1, 1]), equals: [0..<1, 0..<2])
    // Only at the end may the channels differ.
    verify(region([zero, fresh], [1, 1], [1, 1, 2]), equals: [1..<1, 1..<2])
    verify(region([zero], [1, 1, 2], [1, 1]), equals: [1..<2, 1..<1])
  }

  private let stage = RenderChain.Stage(component: "urn:x", bundle: "/x")

  @Test func aLaterPresetMakesTheOneBeforeItNeedless() {
    var queue = EditQueue()
    func needless(_ change: Edit.Change, _ number: UInt32) -> [UInt32?] {
      queue.add(Edit(change: change, unit: UnitNumber(value: number), done: nil))
      return queue.takeNeedless().map(\.unit?.value)
    }
    verify(needless(.preset(nil), 1), equals: [])
    verify(needless(.preset(nil), 2), equals: [], "of another component")
    verify(needless(.preset(nil), 2), equals: [2])
    verify(needless(.replace(stage), 2), equals: [2])
    verify(needless(.restart, 2), equals: [])
    verify(needless(.preset(nil), 2), equals: [], "a restart in between")
    verify(queue.clear().count == 4 && queue.clear().isEmpty)
  }
}
