-- aucat's user store, schema 1.
--
-- What people enter, which can't be rebuilt. Rows identify plugins by URI, so that they outlive the catalog, an update, a
-- move and an uninstall. The view at the end is the public contract: see README.md.

PRAGMA application_id = 1635083010;  -- 'auc' and 2: the file is an aucat user store.

-- The store as a whole: one row.
CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL  -- grows by one with every change: a backup of the same revision is up to date
) STRICT;
INSERT INTO store VALUES (1, 0);

-- Everything that people mark plugins with.
CREATE TABLE label (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('tag', 'collection', 'favorite', 'hidden')),
  name TEXT NOT NULL,  -- as typed; '' for 'favorite' and 'hidden'
  key TEXT NOT NULL,   -- the name by which labels are compared: NFC and full case folding
  UNIQUE (kind, key)
) STRICT;

-- Which plugins have a label.
CREATE TABLE labelled (
  label INTEGER NOT NULL REFERENCES label ON DELETE CASCADE,
  uri TEXT NOT NULL,  -- the plugin's
  PRIMARY KEY (label, uri)
) STRICT, WITHOUT ROWID;
CREATE INDEX labelled_by_uri ON labelled (uri, label);

-- Plugins that have taken over the labels of a plugin that they replace (lv2:replaces, dc:replaces), which happens once.
CREATE TABLE succession (
  old_uri TEXT NOT NULL,
  new_uri TEXT NOT NULL,
  PRIMARY KEY (old_uri, new_uri)
) STRICT, WITHOUT ROWID;

-- Public view: one row per label and plugin.
CREATE VIEW labels AS
  SELECT l.kind, l.name, x.uri FROM labelled AS x JOIN label AS l ON l.id = x.label;
