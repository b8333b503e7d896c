-- aucat's results, schema 1: what can't be read again from the bundles, and is no data of the user's own.
--
-- The catalog has a copy of these tables, with the same columns, and may be deleted at any time: a new one takes them over from
-- here. A file that is lost or damaged begins anew with the catalog's copy.
-- Times are ISO 8601 in UTC to the second ('2026-11-21T08:30:00Z').

PRAGMA application_id = 1635083011;  -- 'auc' and 3: the file has aucat's results.

-- When a scan first saw a component. The row goes with the component.
CREATE TABLE first_seen (
  bundle TEXT NOT NULL,     -- path
  component TEXT NOT NULL,  -- URI
  at TEXT NOT NULL,
  PRIMARY KEY (bundle, component)
) STRICT, WITHOUT ROWID;

-- What validations say of components. `content` is a digest of the binary and the Turtle that were validated: where theirs is
-- another now, the verdict is stale. Scans, which don't open binaries, go by bundle_content and bundle_stamp.
CREATE TABLE validation (
  component TEXT NOT NULL,   -- URI
  bundle TEXT NOT NULL,      -- path
  content INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  level TEXT NOT NULL,
  version INTEGER NOT NULL,  -- of the tests
  seed INTEGER NOT NULL,     -- of random numbers; 64 bits without a sign
  findings TEXT NOT NULL,    -- JSON array of {test, outcome, message}
  at TEXT NOT NULL,
  bundle_content INTEGER,    -- the bundle's content in the catalog, a hash of its Turtle; NULL if not known
  bundle_stamp INTEGER,      -- its other_stamp, a hash over `stat` of its other files; NULL if not known
  PRIMARY KEY (bundle, component)
) STRICT;

-- What components cost, likewise.
CREATE TABLE measurement (
  component TEXT NOT NULL,    -- URI
  bundle TEXT NOT NULL,       -- path
  content INTEGER NOT NULL,
  outcome TEXT NOT NULL,      -- measured, failed, crashed, timedOut or skipped
  reason TEXT,                -- why it was not measured
  version INTEGER NOT NULL,   -- of the way of measuring
  machine TEXT NOT NULL,      -- in general terms
  cost REAL,                  -- per cent of one core, for music at 48 kHz in blocks of 256 frames
  latency INTEGER,            -- frames by which an impulse is late; NULL if that is not certain
  reported_latency REAL,      -- frames; NULL if it has no port that reports them
  load_time REAL,             -- milliseconds until it can play
  memory REAL,                -- millions of bytes until it can play
  at TEXT NOT NULL,
  bundle_content INTEGER,
  bundle_stamp INTEGER,
  PRIMARY KEY (bundle, component)
) STRICT;
