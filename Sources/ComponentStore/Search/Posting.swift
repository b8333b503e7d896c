/// A row of the table `posting` while it is read: the components of a block that have a word in a place.
struct Posting {
  let place: PostingPlace
  let block: Int64
  /// Valid until the next row is read.
  let bytes: UnsafeRawBufferPointer
}
