/// A range of any type, as its bounds.
protocol BoundedValue {
  var bounds: RangeBounds { get }
}

/// The bounds of a range; nil for a bound that it doesn't have.
struct RangeBounds {
  var lower: Any?
  var upper: Any?
  var includesUpper = false
}

extension Range: BoundedValue {
  var bounds: RangeBounds { RangeBounds(lower: lowerBound, upper: upperBound) }
}

extension ClosedRange: BoundedValue {
  var bounds: RangeBounds { RangeBounds(lower: lowerBound, upper: upperBound, includesUpper: true) }
}

extension PartialRangeFrom: BoundedValue {
  var bounds: RangeBounds { RangeBounds(lower: lowerBound) }
}

extension PartialRangeUpTo: BoundedValue {
  var bounds: RangeBounds { RangeBounds(upper: upperBound) }
}

extension PartialRangeThrough: BoundedValue {
  var bounds: RangeBounds { RangeBounds(upper: upperBound, includesUpper: true) }
}
