-- aucat's catalog, schema 9: what lilv answers about a plugin, for programs that ask lilv.

-- By plugin, for those that the bundle describes well enough. The texts are described in lilv.md.
CREATE TABLE lilv_answer (
  component INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
  author TEXT NOT NULL,      -- lines: the author
  facts TEXT NOT NULL,       -- lines: the plugin and its ports
  checksum INTEGER NOT NULL  -- of the plugin's URI and both texts
) STRICT;

-- SQLite 3.40 looks for lost pages only if a table, and no view, is first in its hash of names: with this view's name one is.
-- One row per plugin that lilv need not read. A bundle's fingerprint is that of the Turtle that was read.
CREATE VIEW lilv_values AS
  SELECT uri, path AS bundle, turtle_stamp AS fingerprint, author, facts, checksum
  FROM lilv_answer JOIN component AS c ON c.id = component JOIN bundle AS b ON b.id = bundle
  WHERE shown AND place NOT NULL AND verdict = 'scanned' AND turtle_stamp NOT NULL;

-- The digests don't cover the table. The next scan reads the bundles again, and makes new ones.
DELETE FROM component_seal;
DELETE FROM bundle_seal;
UPDATE bundle SET turtle_stamp = NULL, other_stamp = NULL, content = NULL;
