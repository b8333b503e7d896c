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

  private let stereo = [Int](repeating: 2, count: 9)

  private func region(_ sources: [Source], of count: Int) -> [Range<Int>] {
    region(sources, Array(stereo[0...count]), Array(stereo[0...sources.count]))
  }

  @Test func anEditReplacesTheLeast() {
    verify(region([Self.fresh], of: 0), equals: [0..<0, 0..<1])
    verify(region([Self.fresh, .present(0), .present(1)], of: 2), equals: [0..<0, 0..<1], "insert at the start")
    verify(region([.present(0), Self.fresh, .present(1)], of: 2), equals: [1..<1, 1..<2], "in the middle")
    verify(region([.present(0), .present(1), Self.fresh], of: 2), equals: [2..<2, 2..<3], "at the end")
    verify(region([.present(0), .present(2)], of: 3), equals: [1..<2, 1..<1], "remove")
    verify(region([], of: 1), equals: [0..<1, 0..<0], "remove the last")
    verify(region([.present(0), Self.fresh, .present(2)], of: 3), equals: [1..<2, 1..<2], "replace")
    verify(region([Self.fresh, Self.fresh], of: 3), equals: [0..<3, 0..<2], "replace all")
    verify(region([.present(0), .present(1)], of: 2), equals: [2..<2, 2..<2], "nothing")
  }

  @Test func aMoveReplacesWhatItPasses() {
    verify(
      region([.present(0), .present(2), .present(3), .present(1), .present(4)], of: 5), equals: [1..<4, 1..<4],
      "to the end")
    verify(
      region([.present(0), .present(3), .present(1), .present(2), .present(4)], of: 5), equals: [1..<4, 1..<4],
      "to the start"
    )
  }

  @Test func whatGetsOtherChannelsIsReplaced() {
    // A stereo component before three of one channel each, which then run twice.
    verify(
      region([Self.fresh, .present(0), .present(1), .present(2)], [1, 1, 1, 1], [1, 2, 2, 2, 2]),
      equals: [0..<3, 0..<4])
    // The last of them makes one channel of it again.
    verify(region([Self.fresh, .present(0), .present(1)], [1, 1, 1], [1, 2, 1, 1]), equals: [0..<1, 0..<2])
    // Only at the end may the channels differ.
    verify(region([.present(0), Self.fresh], [1, 1], [1, 1, 2]), equals: [1..<1, 1..<2])
    verify(region([.present(0)], [1, 1, 2], [1, 1]), equals: [1..<2, 1..<1])
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
    verify(edit(.insert(stage, place: place), 4).applied(to: numbers([1, 2, 3])), equals: numbers(result))
  }

  @Test(
    arguments: [(1, 0, [1, 2, 3]), (1, 2, [2, 3, 1]), (3, 0, [3, 1, 2]), (2, 9, [1, 3, 2]), (8, 0, [1, 2, 3])]
      as [(UInt32, Int, [UInt32])])
  func moves(number: UInt32, place: Int, result: [UInt32]) {
    verify(edit(.move(place: place), number).applied(to: numbers([1, 2, 3])), equals: numbers(result))
  }

  @Test func editsWaitInOrder() {
    var queue = EditQueue()
    queue.add(edit(.insert(stage, place: 0), 3))
    queue.add(edit(.remove, 1))
    verify(queue.planned(numbers([1, 2])), equals: numbers([3, 2]))
    verify(queue.next()?.unit?.value, equals: 3)
    verify(queue.planned(numbers([1, 2])), equals: numbers([3, 2]), "it is being prepared")
    queue.finish()
    verify(queue.planned(numbers([3, 1, 2])), equals: numbers([3, 2]), "it is heard")
    verify(queue.next()?.unit?.value, equals: 1)
    queue.finish()
    verify(queue.next() == nil && queue.planned(numbers([2])) == numbers([2]))
  }

  @Test func aLaterPresetMakesTheOneBeforeItNeedless() {
    var queue = EditQueue()
    func needless(_ edit: Edit) -> [UInt32?] {
      queue.add(edit)
      return queue.takeNeedless().map(\.unit?.value)
    }
    verify(needless(edit(.preset(nil), 1)), equals: [])
    verify(needless(edit(.preset(nil), 2)), equals: [], "of another component")
    verify(needless(edit(.preset(nil), 2)), equals: [2])
    verify(needless(edit(.replace(stage), 2)), equals: [2])
    verify(needless(edit(.restart, 2)), equals: [])
    verify(needless(edit(.preset(nil), 2)), equals: [], "a restart in between")
    verify(queue.clear().count == 4 && queue.clear().isEmpty)
  }
}
