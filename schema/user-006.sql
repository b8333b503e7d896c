-- aucat's user store, schema 6: without the checksums of schema 4, and the digest of schema 2.
--
-- SQLite's own checks, verified backups and the rules in README.md take their place.

-- Triggers first: no column can be dropped that one of them names.
DROP TRIGGER store_u;
DROP TRIGGER label_i;
DROP TRIGGER label_u;
DROP TRIGGER label_d;
DROP TRIGGER labelled_i;
DROP TRIGGER labelled_u;
DROP TRIGGER labelled_d;
DROP TRIGGER succession_i;
DROP TRIGGER succession_u;
DROP TRIGGER succession_d;
DROP TRIGGER search_i;
DROP TRIGGER search_u;
DROP TRIGGER search_d;
DROP TRIGGER use_i;
DROP TRIGGER use_u;
DROP TRIGGER use_d;
DROP TRIGGER undo_i;
DROP TRIGGER undo_u;
DROP TRIGGER undo_d;
DROP TABLE tally;

ALTER TABLE store DROP COLUMN checksum;
ALTER TABLE label DROP COLUMN checksum;
ALTER TABLE labelled DROP COLUMN checksum;
ALTER TABLE succession DROP COLUMN checksum;
ALTER TABLE use_count DROP COLUMN checksum;

-- These two are rebuilt: SQLite can't drop a last column whose predecessor has a comment.
DROP VIEW saved_searches;
ALTER TABLE saved_search RENAME TO former_search;
CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,        -- as typed
  key TEXT NOT NULL UNIQUE,  -- the name by which searches are compared: NFC and full case folding
  predicate TEXT NOT NULL    -- as typed, in the query language
) STRICT;
INSERT INTO saved_search (id, name, key, predicate) SELECT id, name, key, predicate FROM former_search;
DROP TABLE former_search;

-- Public view: one row per saved search.
CREATE VIEW saved_searches AS SELECT name, predicate FROM saved_search;

ALTER TABLE undo_step RENAME TO former_step;
CREATE TABLE undo_step (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number that people name a change by
  at TEXT NOT NULL,        -- ISO 8601 in UTC to the second
  program TEXT NOT NULL,   -- the name of the program that made the change
  title TEXT NOT NULL,     -- what was changed, for display
  size INTEGER NOT NULL,   -- the length of the changes in bytes
  changes TEXT NOT NULL    -- JSON array of [subject, before, after]; '' where that was too much to keep
) STRICT;
INSERT INTO undo_step (id, at, program, title, size, changes)
  SELECT id, at, program, title, size, changes FROM former_step;
-- Numbers go on from the highest that a change has had, even if that change was undone.
DELETE FROM sqlite_sequence WHERE name = 'undo_step';
INSERT INTO sqlite_sequence (name, seq) SELECT 'undo_step', seq FROM sqlite_sequence WHERE name = 'former_step';
DROP TABLE former_step;
