/// A row of the table `posting` while it is read: the components of a block that have a word in a place.
struct Posting {
  let place: PostingPlace
  let block: Int64
  /// Valid until the next row is read.
  // SAFETY: SQLite keeps the bytes until the statement takes its next step, and a posting does not leave the loop over
  // its rows.
  let bytes: UnsafeRawBufferPointer
}
