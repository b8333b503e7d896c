internal import ComponentModel
internal import Turtle

/// A resource's values by property, from one pass over its statements.
struct PropertyTable {
  private var values = [TermSet](repeating: TermSet(), count: Property.scanned)
  private var used: [Int] = []

  /// Adds the values of some subjects as if they were one subject.
  mutating func fill(_ facts: Facts, _ subjects: [Term]) {
    for index in used { values[index].removeAll() }
    used.removeAll(keepingCapacity: true)
    for subject in subjects { add(facts, subject) }
  }

  private mutating func add(_ facts: Facts, _ subject: Term) {
    facts.forEach(about: subject) { property, statement in
      guard let index = property?.rawValue, index < Property.scanned else { return }
      if values[index].terms.isEmpty { used.append(index) }
      values[index].insert(statement.object)
    }
  }

  /// The distinct values of a property, in order.
  subscript(property: Property) -> [Term] { values[property.rawValue].terms }
}
