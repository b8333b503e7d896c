/// Contiguous elements in memory of their own, which doubles when it is full.
///
/// SAFETY: the owner of a buffer keeps one copy of it and calls ``deallocate()`` once, at its end. (Swift 6.3 can't
/// compile a non-copyable one without optimization.)
struct Buffer<Element: BitwiseCopyable> {
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutablePointer<Element>

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  func deallocate() { base.deallocate() }

  // SAFETY: only the first `count` elements are initialized, and no index beyond them passes the check.
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      base[index] = newValue
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &base[index]
    }
  }

  mutating func append(_ element: Element) {
    reserve(1)
    // SAFETY: there is room for one more.
    (base + count).initialize(to: element)
    count += 1
  }

  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress else { return }
    reserve(elements.count)
    // SAFETY: there is room for all of them, and they don't lie in this buffer.
    (base + count).initialize(from: source, count: elements.count)
    count += elements.count
  }

  /// Replaces all elements with `count` copies of a value.
  mutating func reset(to element: Element, count newCount: Int) {
    count = 0
    reserve(newCount)
    base.initialize(repeating: element, count: newCount)
    count = newCount
  }

  mutating func removeAll() { count = 0 }

  /// The elements of a range. They are valid until the buffer changes.
  func slice(_ start: Int, _ length: Int) -> UnsafeBufferPointer<Element> {
    precondition(start >= 0 && length >= 0 && start + length <= count)
    return UnsafeBufferPointer(start: base + start, count: length)
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
