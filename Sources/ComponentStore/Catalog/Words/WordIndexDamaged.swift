/// The index of words does not match the rows. It can be rebuilt from them, so only the index is lost.
struct WordIndexDamaged: Error {}
