/// The place of a component in a chain, from 1 as people and programs count.
///
/// It is made where a number enters the program. Then it exists, so nobody checks it again, and nothing overflows.
package struct Place: Hashable, Sendable {
  /// The number, from 1.
  package let number: Int

  /// The place in an array of components, from 0.
  package var index: Int { number - 1 }

  /// - Parameters:
  ///   - number: any number.
  ///   - count: how many places there are.
  /// - Returns: nil if no such place exists.
  package init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count else { return nil }
    self.number = number
  }

  /// The place of what is at this index of an array.
  init(at index: Int) { number = index + 1 }
}
