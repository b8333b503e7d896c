import Testing

@testable import ChainHosting
@testable import ChainModel

/// What an edit replaces: no more than it must, and all whose channels change.
@Suite struct EditRegionTests {
  private typealias Source = EditRegion.Source

  private static let fresh = Source.fresh(RenderChain.Stage(component: "urn:x", bundle: "/x"), UnitNumber(value: 9))

  private func region(_ sources: [Source], _ channels: [Int], _ newChannels: [Int]) -> [Range<Int>] {
    let region = EditRegion(sources, channels: channels, newChannels: newChannels)
    return [region.old, region.new]
  }

  private let stereo = [Int](repeating: 2, count: 9)

  private func region(_ sources: [Source], of count: Int) -> [Range<Int>] {
    region(sources, Array(stereo[0...count]), Array(stereo[0...sources.count]))
  }

  @Test func anEditReplacesTheLeast() {
    #expect(region([Self.fresh], of: 0) == [0..<0, 0..<1])
    #expect(region([Self.fresh, .present(0), .present(1)], of: 2) == [0..<0, 0..<1], "insert at the start")
    #expect(region([.present(0), Self.fresh, .present(1)], of: 2) == [1..<1, 1..<2], "in the middle")
    #expect(region([.present(0), .present(1), Self.fresh], of: 2) == [2..<2, 2..<3], "at the end")
    #expect(region([.present(0), .present(2)], of: 3) == [1..<2, 1..<1], "remove")
    #expect(region([], of: 1) == [0..<1, 0..<0], "remove the last")
    #expect(region([.present(0), Self.fresh, .present(2)], of: 3) == [1..<2, 1..<2], "replace")
    #expect(region([Self.fresh, Self.fresh], of: 3) == [0..<3, 0..<2], "replace all")
    #expect(region([.present(0), .present(1)], of: 2) == [2..<2, 2..<2], "nothing")
  }

  @Test func aMoveReplacesWhatItPasses() {
    #expect(
      region([.present(0), .present(2), .present(3), .present(1), .present(4)], of: 5) == [1..<4, 1..<4], "to the end")
    #expect(
      region([.present(0), .present(3), .present(1), .present(2), .present(4)], of: 5) == [1..<4, 1..<4], "to the start"
    )
  }

  @Test func whatGetsOtherChannelsIsReplaced() {
    // A stereo component before three of one channel each, which then run twice.
    #expect(
      region([Self.fresh, .present(0), .present(1), .present(2)], [1, 1, 1, 1], [1, 2, 2, 2, 2]) == [0..<3, 0..<4])
    // The last of them makes one channel of it again.
    #expect(region([Self.fresh, .present(0), .present(1)], [1, 1, 1], [1, 2, 1, 1]) == [0..<1, 0..<2])
    // Only at the end may the channels differ.
    #expect(region([.present(0), Self.fresh], [1, 1], [1, 1, 2]) == [1..<1, 1..<2])
    #expect(region([.present(0)], [1, 1, 2], [1, 1]) == [1..<2, 1..<1])
  }

  // MARK: order

  private func numbers(_ values: [UInt32]) -> [UnitNumber] { values.map { UnitNumber(value: $0) } }

  private func edit(_ change: Edit.Change, _ number: UInt32?) -> Edit {
    Edit(change: change, unit: number.map { UnitNumber(value: $0) }, done: nil)
  }

  private let stage = RenderChain.Stage(component: "urn:x", bundle: "/x")

  @Test(
    arguments: [
      (0, [4, 1, 2, 3]), (1, [1, 4, 2, 3]), (3, [1, 2, 3, 4]), (7, [1, 2, 3, 4]),
    ] as [(Int, [UInt32])])
  func insertions(place: Int, result: [UInt32]) {
    #expect(edit(.insert(stage, place: place), 4).applied(to: numbers([1, 2, 3])) == numbers(result))
  }

  @Test(
    arguments: [(1, 0, [1, 2, 3]), (1, 2, [2, 3, 1]), (3, 0, [3, 1, 2]), (2, 9, [1, 3, 2]), (8, 0, [1, 2, 3])]
      as [(UInt32, Int, [UInt32])])
  func moves(number: UInt32, place: Int, result: [UInt32]) {
    #expect(edit(.move(place: place), number).applied(to: numbers([1, 2, 3])) == numbers(result))
  }

  @Test func editsWaitInOrder() {
    var queue = EditQueue()
    queue.add(edit(.insert(stage, place: 0), 3))
    queue.add(edit(.remove, 1))
    #expect(queue.planned(numbers([1, 2])) == numbers([3, 2]))
    #expect(queue.next()?.unit?.value == 3)
    #expect(queue.planned(numbers([1, 2])) == numbers([3, 2]), "it is being prepared")
    queue.finish()
    #expect(queue.planned(numbers([3, 1, 2])) == numbers([3, 2]), "it is heard")
    #expect(queue.next()?.unit?.value == 1)
    queue.finish()
    #expect(queue.next() == nil && queue.planned(numbers([2])) == numbers([2]))
  }

  @Test func aLaterPresetMakesTheOneBeforeItNeedless() {
    var queue = EditQueue()
    func needless(_ edit: Edit) -> [UInt32?] {
      queue.add(edit)
      return queue.takeNeedless().map(\.unit?.value)
    }
    #expect(needless(edit(.preset(nil), 1)) == [])
    #expect(needless(edit(.preset(nil), 2)) == [], "of another component")
    #expect(needless(edit(.preset(nil), 2)) == [2])
    #expect(needless(edit(.replace(stage), 2)) == [2])
    #expect(needless(edit(.restart, 2)) == [])
    #expect(needless(edit(.preset(nil), 2)) == [], "a restart in between")
    #expect(queue.clear().count == 4 && queue.clear().isEmpty)
  }
}
