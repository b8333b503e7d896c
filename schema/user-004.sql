-- aucat's user store, schema 4: damage is noticed whenever something is read.

-- A checksum of each row's values, of 56 bits, which aucat computes and compares. NULL: the row was written by another
-- program, and is taken as it is until aucat's next change gives it one.
ALTER TABLE label ADD COLUMN checksum INTEGER;
ALTER TABLE labelled ADD COLUMN checksum INTEGER;
ALTER TABLE succession ADD COLUMN checksum INTEGER;
ALTER TABLE saved_search ADD COLUMN checksum INTEGER;
ALTER TABLE use_count ADD COLUMN checksum INTEGER;
ALTER TABLE store ADD COLUMN checksum INTEGER;

-- The revision with which the store was begun anew on purpose: a backup of an earlier one is of what was forgotten then.
ALTER TABLE store ADD COLUMN first_revision INTEGER NOT NULL DEFAULT 0;

-- How many rows a table has, and the sum of their checksums in 56 bits: rows that are lost or twice there are noticed too.
-- Every change empties it, and aucat fills it at the end of its own: it is empty after a change by another program.
CREATE TABLE tally (
  subject TEXT PRIMARY KEY,
  row_count INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A program that changes a row and knows nothing of its checksum takes it away. Every connection reads these texts, and a
-- search can tell by its time, so they are short: inserted, updated, deleted.
CREATE TRIGGER store_u AFTER UPDATE ON store
BEGIN UPDATE store SET checksum = NULL WHERE checksum = old.checksum; END;

CREATE TRIGGER label_i AFTER INSERT ON label BEGIN DELETE FROM tally; END;
CREATE TRIGGER label_u AFTER UPDATE ON label
BEGIN DELETE FROM tally; UPDATE label SET checksum = NULL WHERE id = new.id AND checksum = old.checksum; END;
CREATE TRIGGER label_d AFTER DELETE ON label BEGIN DELETE FROM tally; END;

CREATE TRIGGER labelled_i AFTER INSERT ON labelled BEGIN DELETE FROM tally; END;
CREATE TRIGGER labelled_u AFTER UPDATE ON labelled
BEGIN DELETE FROM tally; UPDATE labelled SET checksum = NULL WHERE label = new.label AND uri = new.uri AND checksum = old.checksum; END;
CREATE TRIGGER labelled_d AFTER DELETE ON labelled BEGIN DELETE FROM tally; END;

CREATE TRIGGER succession_i AFTER INSERT ON succession BEGIN DELETE FROM tally; END;
CREATE TRIGGER succession_u AFTER UPDATE ON succession
BEGIN DELETE FROM tally; UPDATE succession SET checksum = NULL WHERE old_uri = new.old_uri AND new_uri = new.new_uri AND checksum = old.checksum; END;
CREATE TRIGGER succession_d AFTER DELETE ON succession BEGIN DELETE FROM tally; END;

CREATE TRIGGER search_i AFTER INSERT ON saved_search BEGIN DELETE FROM tally; END;
CREATE TRIGGER search_u AFTER UPDATE ON saved_search
BEGIN DELETE FROM tally; UPDATE saved_search SET checksum = NULL WHERE id = new.id AND checksum = old.checksum; END;
CREATE TRIGGER search_d AFTER DELETE ON saved_search BEGIN DELETE FROM tally; END;

CREATE TRIGGER use_i AFTER INSERT ON use_count BEGIN DELETE FROM tally; END;
CREATE TRIGGER use_u AFTER UPDATE ON use_count
BEGIN DELETE FROM tally; UPDATE use_count SET checksum = NULL WHERE uri = new.uri AND source = new.source AND checksum = old.checksum; END;
CREATE TRIGGER use_d AFTER DELETE ON use_count BEGIN DELETE FROM tally; END;
