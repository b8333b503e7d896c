/// The index of words is not that of the rows. It can be rebuilt from them, so nothing but the index is lost.
struct WordIndexDamaged: Error {}
