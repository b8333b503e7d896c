/// What a text chooses among the installed components: see ``ComponentManager/choice(of:among:)``.
public enum ComponentChoice: Hashable, Sendable {
  /// How a text leads to components.
  public enum Basis: Hashable, Sendable {
    /// It is the URI.
    case uri
    /// It is the name. Case and accents make no difference.
    case name
    /// The name begins with it. Case and accents make no difference.
    case beginning
    /// All of its words are in the component's texts and the names of its tags.
    case words
    /// It is a predicate that the component matches.
    case predicate
    /// It is words that are not in the component itself, and that a search understands nevertheless: `voice` is another
    /// name for the tag Vocal. This chooses nothing.
    case meaning
  }

  /// The only component. Words may also have found `variants` of it, such as stereo beside mono, which match less well.
  case one(Component, Basis, variants: [Component])
  /// The components among which the text doesn't choose; of words, the best match comes first.
  case candidates([Component], Basis)
  /// No component.
  case none

  /// The only component; nil if there are several or none.
  public var component: Component? {
    if case .one(let component, _, _) = self { component } else { nil }
  }

  /// The choice among those that a text leads to.
  init(_ found: [Component], _ basis: Basis) {
    switch found.count {
    case 0: self = .none
    case 1: self = .one(found[0], basis, variants: [])
    default: self = .candidates(found, basis)
    }
  }

  /// As ``init(_:_:)``, but variants of one thing are one component, for which the first stands.
  init(variants found: [Component], _ basis: Basis) {
    guard let first = found.first, FoldedComponents(found).components.count == 1 else {
      self.init(found, basis)
      return
    }
    self = .one(first, basis, variants: Array(found.dropFirst()))
  }
}
