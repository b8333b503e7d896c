import Testing

@testable import ComponentStore

@Suite struct ComponentOrderTests {
  private struct Unreadable: Error {}

  @Test("an order that can't be read is asked for again") func failure() throws {
    let order = ComponentOrder(largestRow: 2)
    #expect(throws: Unreadable.self) { try order.first(2, of: [1, 2, 0]) { throw Unreadable() } }
    #expect(order.first(2, of: [0, 1, 2]) { [2, 0, 1] } == [2, 0])
  }

  @Test("rows that don't exist come last, whether the order or the list has them") func inventedRows() throws {
    let order = ComponentOrder(largestRow: 3)
    #expect(order.first(4, of: [0, 1, 2, 3, 99]) { [3, 99, -1, 1, 0, 2] } == [3, 1, 0, 2])
  }

  @Test("the first of many rows are those of a whole sort") func manyRows() throws {
    let order = ComponentOrder(largestRow: 999)
    let sorted = (0..<1_000).map { Int64($0 * 7 % 1_000) }
    let rows = (0..<1_000).filter { !$0.isMultiple(of: 3) }.map { Int64($0) }
    let expected = sorted.filter { !$0.isMultiple(of: 3) }
    #expect(order.first(50, of: rows) { sorted } == nil, "one sort of a part costs less")
    for limit in [1, 31, 32, 33, 500, 666] {
      #expect(order.first(limit, of: rows) { sorted } == Array(expected.prefix(limit)))
    }
  }
}
