-- aucat's catalog, schema 11: what components cost.

-- Apart from the components, as `validation` is. `content` is a digest of the binary and the Turtle that were measured: where
-- theirs is another now, the measurement is stale.
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
  checksum INTEGER NOT NULL,  -- of all other columns
  PRIMARY KEY (component, bundle)
) STRICT;

-- Of all other columns. NULL in rows that an earlier version has written.
ALTER TABLE validation ADD COLUMN checksum INTEGER;

-- What the last measurement said, as long as a scan sees no change of the component; else NULL. The digests cover them where
-- one is not NULL: those of earlier schemas stay valid.
ALTER TABLE component ADD COLUMN cost REAL;
ALTER TABLE component ADD COLUMN measured_latency INTEGER;
ALTER TABLE component ADD COLUMN load_time REAL;
ALTER TABLE component ADD COLUMN memory REAL;
-- Likewise what the last validation saw: whether its run does what may wait, and whether another run gave the same.
ALTER TABLE component ADD COLUMN waits INTEGER;
ALTER TABLE component ADD COLUMN deterministic INTEGER;

-- One row per component that was measured, or could not be. components has its numbers as long as a scan sees no change of it.
-- Its name is no accident: where SQLite 3.40 meets a view first in its hash of names, integrity_check looks for no lost pages.
CREATE VIEW costs AS
  SELECT component AS uri, bundle, outcome, reason, version, machine, cost, latency, reported_latency, load_time, memory, at
  FROM measurement;

-- One row per plugin. Of several with one URI, the highest version wins, then the order of the search path.
DROP VIEW components;
CREATE VIEW components AS
  SELECT c.id, uri, name, type, manufacturer, version_minor || '.' || version_micro AS version, path AS bundle, binary,
         class, license, audio_inputs, audio_outputs, cv_inputs, cv_outputs, parameters, midi_input, midi_output,
         side_chain, hard_realtime, custom_view, coalesce(measured_latency, latency) AS latency, required_features,
         validation, rival, added_at, changed_at, version_minor, version_micro, names, short_name, comment, homepage,
         project, classes, live, in_place_broken, optional_features, extension_data, interfaces, icon, cost, load_time,
         memory
  FROM component AS c JOIN bundle AS b ON b.id = bundle WHERE shown;

-- The ports that not every host connects are few: what each host can run is decided by them.
CREATE INDEX port_of_other_kind ON port (component, kind, properties) WHERE kind NOT IN ('audio', 'control');
