-- aucat's user store, schema 5: the last changes can be taken back.

-- The user's latest changes, with what is needed to undo them. The number is bounded: see schema/README.md.
CREATE TABLE undo_step (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number that people name a change by
  at TEXT NOT NULL,        -- ISO 8601 in UTC to the second
  program TEXT NOT NULL,   -- the name of the program that made the change
  title TEXT NOT NULL,     -- what was changed, for display
  size INTEGER NOT NULL,   -- the length of the changes in bytes
  changes TEXT NOT NULL,   -- JSON array of [subject, before, after]; '' where that was too much to keep
  checksum INTEGER         -- as of the other tables
) STRICT;

CREATE TRIGGER undo_i AFTER INSERT ON undo_step BEGIN DELETE FROM tally; END;
CREATE TRIGGER undo_u AFTER UPDATE ON undo_step
BEGIN DELETE FROM tally; UPDATE undo_step SET checksum = NULL WHERE id = new.id AND checksum = old.checksum; END;
CREATE TRIGGER undo_d AFTER DELETE ON undo_step BEGIN DELETE FROM tally; END;
