-- aucat's catalog, schema 3: changes for followers of the catalog, names of authors' own tags, pictures.

-- Changes of components in order: the last change of each component in each bundle, so that the log is no longer than the
-- list of all components ever seen, and late readers see each component once.
CREATE TABLE latest_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  generation INTEGER NOT NULL,
  at TEXT NOT NULL,           -- to the millisecond, unlike other times: it also orders changes among those of the user store
  kind TEXT NOT NULL,         -- added, changed, removed; reset in the first row: the catalog was made anew
  uri TEXT NOT NULL,          -- '' for reset, as is bundle
  bundle TEXT NOT NULL,       -- path
  appeared INTEGER NOT NULL,  -- sequence of the change that added it; 0: it was here before the log
  roots TEXT NOT NULL,        -- JSON array: rows of the roots that lead to the bundle, or have led to it
  UNIQUE (uri, bundle)
) STRICT;

-- Numbers begin with the milliseconds since 2025, so that those of a rebuilt catalog continue, and a number that a reader
-- has kept never means a later change.
INSERT INTO sqlite_sequence (name, seq)
  VALUES ('latest_change', max(1, CAST((julianday('now') - 2460676.5) * 86400000 AS INTEGER)));
INSERT INTO latest_change (generation, at, kind, uri, bundle, appeared, roots)
  VALUES ((SELECT generation FROM catalog), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'reset', '', '', 0, '[]');
INSERT INTO latest_change (generation, at, kind, uri, bundle, appeared, roots)
  SELECT (SELECT generation FROM catalog), c.added_at, 'added', c.uri, b.path, 0,
         (SELECT json_group_array(r.root) FROM bundle_root AS r WHERE r.bundle = b.id)
  FROM component AS c JOIN bundle AS b ON b.id = c.bundle ORDER BY c.id;

DROP VIEW changes;
DROP TABLE change;

-- Whether a scan of the directory has completed; until then searches wait for one.
ALTER TABLE root ADD COLUMN scanned INTEGER NOT NULL DEFAULT 1;

-- Public view: one row per component and bundle, in the order of their last changes.
CREATE VIEW changes AS
  SELECT sequence, generation, at, kind, uri, bundle FROM latest_change WHERE kind <> 'reset';

-- A picture of a plugin: absolute path of modgui:thumbnail, else of modgui:screenshot.
ALTER TABLE component ADD COLUMN icon TEXT;

-- Names that authors give their own tags in other languages; the name without a language is tag.identifier.
CREATE TABLE tag_name (
  tag INTEGER NOT NULL REFERENCES tag,
  component INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,  -- whose author says so
  language TEXT NOT NULL,  -- language tag (BCP 47) in lower case
  name TEXT NOT NULL,
  PRIMARY KEY (tag, component, language)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_name_by_component ON tag_name (component);

-- Public view: one row per tag and language.
CREATE VIEW tag_names AS
  SELECT t.identifier AS tag, n.language, min(n.name) AS name
  FROM tag_name AS n JOIN tag AS t ON t.id = n.tag GROUP BY n.tag, n.language;
