-- aucat's catalog, schema 6: the words of components, by which plain words are found without reading a row.
--
-- SQLite's FTS5 could do that too. But its rows are of components and not of words, so a word's beginning, its stem and its
-- middle would be three indexes; it can't tell in which field a word is without reading positions; and what it finds comes
-- row by row, where these tables give bitmaps.

-- Every word that some component has, without case, accents and width.
CREATE TABLE word (
  id INTEGER PRIMARY KEY,  -- from 1; from -1 downwards of words that are only joined ones
  text TEXT NOT NULL UNIQUE,
  stem TEXT  -- NULL where it is the text itself
) STRICT;
CREATE INDEX word_by_stem ON word (stem) WHERE stem IS NOT NULL;

-- Which components have a word, in blocks of 4,096.
CREATE TABLE posting (
  word INTEGER NOT NULL,
  place INTEGER NOT NULL,     -- the field, and what the word is in it: see PostingPlace
  block INTEGER NOT NULL,     -- component.id / 4096
  checksum INTEGER NOT NULL,  -- of all other columns, in 32 bits; every search compares it
  rows BLOB NOT NULL,         -- component.id % 4096: ascending numbers of 16 bits; from 256 on a bitmap of 512 bytes
  PRIMARY KEY (word, place, block)
) STRICT, WITHOUT ROWID;

-- The words that are no joined ones: what is found within words, and what spelling is corrected to. One a line; the line's
-- number is word.id % 1024, and other words' lines are empty. One that is in no name, maker, class or URI ends with a blank.
CREATE TABLE word_list (
  chunk INTEGER PRIMARY KEY,  -- word.id / 1024
  checksum INTEGER NOT NULL,
  words TEXT NOT NULL
) STRICT;

-- A block of components.
CREATE TABLE word_block (
  block INTEGER PRIMARY KEY,
  postings INTEGER NOT NULL,  -- the number of its postings, and the sum of their checksums
  sum INTEGER NOT NULL,
  checksum INTEGER NOT NULL,  -- of the features
  features BLOB NOT NULL      -- two bytes a component: how many words its name has, and how many system tags it has
) STRICT;

-- What the index was made by; another version makes it anew. Then the number of words, and the sum of their digests.
ALTER TABLE catalog ADD COLUMN word_rules TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog ADD COLUMN word_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE catalog ADD COLUMN word_sum INTEGER NOT NULL DEFAULT 0;

-- The names under which standard tags are looked for: in English, in every language that there are names in, and aliases. In
-- few rows, because all of them are written when one changes.
CREATE TABLE tag_alias (
  beginning TEXT PRIMARY KEY,  -- the first two letters, which forms of a word have in common
  checksum INTEGER NOT NULL,
  names TEXT NOT NULL          -- one a line: its words written as one, without case, accents and width; TAB; the tag's identifier
) STRICT, WITHOUT ROWID;

-- What these names were taken from, and the number of rows.
ALTER TABLE catalog ADD COLUMN alias_rules TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog ADD COLUMN alias_count INTEGER NOT NULL DEFAULT 0;

-- What people call things in a search, in all languages: looked up by keys that are the same however it is spelt.
CREATE TABLE lexicon (
  kind TEXT NOT NULL,   -- phrase, intent or filler
  key TEXT NOT NULL,    -- of a phrase its words as one, with # for each number; of an intent the stems of its words, sorted
  value TEXT NOT NULL,  -- of a phrase a predicate; of an intent what helps; of a filler nothing
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- What the lexicon was made of.
ALTER TABLE catalog ADD COLUMN lexicon_rules TEXT NOT NULL DEFAULT '';
