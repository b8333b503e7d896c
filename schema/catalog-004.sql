-- aucat's catalog, schema 4: digests of what a scan has written, by which later scans notice a record that has changed
-- without one.

-- The digest of a plugin's rows in all tables. A plugin without one was not written completely.
CREATE TABLE component_seal (
  component INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
  digest INTEGER NOT NULL
) STRICT;

-- The digest of a bundle's own row, its quarantined plugins, its presets and its plugins' seals. A bundle without one has
-- not been read completely.
CREATE TABLE bundle_seal (
  bundle INTEGER PRIMARY KEY REFERENCES bundle ON DELETE CASCADE,
  plugins INTEGER NOT NULL,  -- their number
  digest INTEGER NOT NULL
) STRICT;

-- When the last complete scan wrote something; NULL where none has.
ALTER TABLE catalog ADD COLUMN scanned_at TEXT;
-- How far seals are verified: each scan verifies a share of the bundles, in the order of their rows, so that a day of
-- scans verifies all of them. NULL where none was.
ALTER TABLE catalog ADD COLUMN verified_at TEXT;
ALTER TABLE catalog ADD COLUMN verified_to INTEGER NOT NULL DEFAULT 0;

-- What earlier versions wrote has no seal, so it is read again.
UPDATE bundle SET turtle_stamp = NULL, other_stamp = NULL, content = NULL;
