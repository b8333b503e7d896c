import AudioComponents
import Testing

/// The invalid predicate that `body` throws, by itself or as the manager's error; anything else is an issue.
func invalidPredicate(
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  thrownBy body: () throws -> some Any
) -> InvalidPredicate? {
  do {
    _ = try body()
    Issue.record("\(comment().map { "\($0): " } ?? "")nothing was thrown", sourceLocation: sourceLocation)
  } catch ComponentManagerError.invalidPredicate(let error) {
    return error
  } catch let error as InvalidPredicate {
    return error
  } catch {
    Issue.record("\(comment().map { "\($0): " } ?? "")\(error)", sourceLocation: sourceLocation)
  }
  return nil
}
