-- aucat's catalog, schema 6: the words of components, by which plain words are found without reading a row.
--
-- FTS5 is no substitute: it would need three indexes, for prefixes, stems and substrings; it can't tell which field a word is
-- in without reading positions; and it returns rows one by one, where these tables hold bitmaps.

-- Every word that some component has, without case, accents and width.
CREATE TABLE word (
  id INTEGER PRIMARY KEY,  -- positive; negative for words that were first seen as joined ones
  text TEXT NOT NULL UNIQUE,
  stem TEXT  -- NULL where it is the text itself
) STRICT;
CREATE INDEX word_by_stem ON word (stem) WHERE stem IS NOT NULL;

-- Which components have a word, in blocks of 4,096.
CREATE TABLE posting (
  word INTEGER NOT NULL,
  place INTEGER NOT NULL,     -- the field, and the word's role in it: see PostingPlace
  block INTEGER NOT NULL,     -- component.id / 4096
  checksum INTEGER NOT NULL,  -- of all other columns, in 32 bits; verified by every search
  rows BLOB NOT NULL,         -- component.id % 4096: ascending numbers of 16 bits; from 256 on a bitmap of 512 bytes
  PRIMARY KEY (word, place, block)
) STRICT, WITHOUT ROWID;

-- All words but joined ones, for substring search and spelling correction. One per line; the line's number is
-- word.id % 1024, and lines of other words are empty. A trailing blank marks a word that no name, maker, class or URI has.
CREATE TABLE word_list (
  chunk INTEGER PRIMARY KEY,  -- word.id / 1024
  checksum INTEGER NOT NULL,
  words TEXT NOT NULL
) STRICT;

-- A block of components. From byte 8,192 on, the features have four bytes a component, little-endian: a hash of what its variants
-- have in common.
CREATE TABLE word_block (
  block INTEGER PRIMARY KEY,
  postings INTEGER NOT NULL,  -- the number of its postings, and the sum of their checksums
  sum INTEGER NOT NULL,
  checksum INTEGER NOT NULL,  -- of the features
  features BLOB NOT NULL      -- two bytes a component: how many words its name has, and how many system tags it has
) STRICT;

-- The version of the rules that built the index, empty if it is invalid; a newer program rebuilds it. Whether a few components
-- have other words than it says, so that the next scan rebuilds it. Then the number of words, and the sum of their digests.
ALTER TABLE catalog ADD COLUMN word_rules TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog ADD COLUMN word_lag INTEGER NOT NULL DEFAULT 0;
ALTER TABLE catalog ADD COLUMN word_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE catalog ADD COLUMN word_sum INTEGER NOT NULL DEFAULT 0;

-- The names by which standard tags are found: in English, in every language that there are names in, and aliases. In few rows,
-- because all of them are written when one changes.
CREATE TABLE tag_alias (
  beginning TEXT PRIMARY KEY,  -- the first two letters, which forms of a word have in common
  checksum INTEGER NOT NULL,
  names TEXT NOT NULL          -- one a line: its words written as one, without case, accents and width; TAB; the tag's identifier
) STRICT, WITHOUT ROWID;

-- The version of these names with their languages, and the number of rows.
ALTER TABLE catalog ADD COLUMN alias_rules TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog ADD COLUMN alias_count INTEGER NOT NULL DEFAULT 0;

-- How people phrase a search, in all languages: looked up by keys that are the same however it is spelt. One more row, of kind
-- spelling, has the words of all this and of names of several words, one a line.
-- A row of kind division has a name of two or three words: the key joins them, the value has spaces between them.
CREATE TABLE lexicon (
  kind TEXT NOT NULL,   -- phrase, intent, filler or spelling
  key TEXT NOT NULL,    -- of a phrase its words as one, with # for each number; of an intent the stems of its words, sorted
  value TEXT NOT NULL,  -- of a phrase a predicate; of an intent what helps; of a filler nothing; of spelling words, one a line
  checksum INTEGER NOT NULL,  -- of all other columns
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- The version of the lexicon, and the number of rows.
ALTER TABLE catalog ADD COLUMN lexicon_rules TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog ADD COLUMN lexicon_count INTEGER NOT NULL DEFAULT 0;
