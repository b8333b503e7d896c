-- aucat's catalog, schema 5: bundles that something outside keeps from being read, such as a signal or a lack of memory.

CREATE TABLE interruption (
  bundle INTEGER PRIMARY KEY REFERENCES bundle ON DELETE CASCADE,
  scans INTEGER NOT NULL,  -- how many scans, one after the other, could not read it
  at TEXT NOT NULL         -- when the last of them was
) STRICT;
