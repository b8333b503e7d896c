-- aucat's user store, schema 6.
--
-- What people enter, which can't be rebuilt. Rows identify plugins by URI, so that they outlive the catalog, an update, a
-- move and an uninstall. The views are the public contract: see views.md. A change of this file raises the number in
-- `StoreKind`, and needs code that brings stores of the former number to the new one with everything in them.
-- Times are ISO 8601 in UTC to the second ('2026-11-21T08:30:00Z').

PRAGMA application_id = 1635083010;  -- 'auc' and 2: the file is an aucat user store.

-- The store as a whole: one row.
CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL,                 -- grows by one with every change: a backup of the same revision is up to date
  first_revision INTEGER NOT NULL DEFAULT 0  -- see below
) STRICT;
INSERT INTO store (id, revision) VALUES (1, 0);
-- The first revision is the one with which the store was begun anew on purpose: a backup of an earlier one is of what was
-- forgotten then.

-- What people enter, each table with its view --------------------------------------------------------------------------
--
-- The views are not at the end, because SQLite 3.40 looks for lost pages only if a table, and no view, is first in its hash of
-- names, which depends on the order: StoreFileTests checks that.

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

-- Public view: one row per label and plugin.
CREATE VIEW labels AS
  SELECT l.kind, l.name, x.uri FROM labelled AS x JOIN label AS l ON l.id = x.label;

-- Plugins that have taken over the labels of a plugin that they replace (lv2:replaces, dc:replaces), which happens once.
CREATE TABLE succession (
  old_uri TEXT NOT NULL,
  new_uri TEXT NOT NULL,
  PRIMARY KEY (old_uri, new_uri)
) STRICT, WITHOUT ROWID;

-- Predicates with a name, by which other predicates use them: `in "name"`.
CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,        -- as typed
  key TEXT NOT NULL UNIQUE,  -- the name by which searches are compared: NFC and full case folding
  predicate TEXT NOT NULL    -- as typed, in the query language
) STRICT;

-- Public view: one row per saved search.
CREATE VIEW saved_searches AS SELECT name, predicate FROM saved_search;

-- How often a plugin was used, and which program counted. A count that is imported again replaces the previous one.
CREATE TABLE use_count (
  uri TEXT NOT NULL,      -- the plugin's
  source TEXT NOT NULL,   -- aucat, or the program that it was imported from (ardour)
  count INTEGER NOT NULL CHECK (count >= 0),
  last_used TEXT,         -- NULL where that is not known
  PRIMARY KEY (uri, source)
) STRICT, WITHOUT ROWID;

-- Public view: one row per plugin.
CREATE VIEW uses AS
  SELECT uri, sum(count) AS count, max(last_used) AS last_used FROM use_count GROUP BY uri;

-- Logs -----------------------------------------------------------------------------------------------------------------

-- Changes in order, for followers of the store: the last of each kind for each plugin and name, so that the log is no longer
-- than the list of all marks ever made, and late readers see each once.
CREATE TABLE latest_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,    -- to the millisecond
  kind TEXT NOT NULL,  -- tags, collection, favorite, hidden, search; reset: the store was made or restored from a backup
  uri TEXT NOT NULL,   -- the plugin's; '' for a search, for a collection as a whole and for reset
  name TEXT NOT NULL,  -- of the collection or search; '' for the others
  UNIQUE (kind, uri, name)
) STRICT;
-- Numbers begin with the milliseconds since 2025, so that those of a rebuilt store continue.
INSERT INTO sqlite_sequence (name, seq)
  VALUES ('latest_change', max(1, CAST((julianday('now') - 2460676.5) * 86400000 AS INTEGER)));
INSERT INTO latest_change (at, kind, uri, name) VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'reset', '', '');

-- The user's latest changes, with what is needed to undo them. The number is bounded: see README.md.
CREATE TABLE undo_step (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number that people name a change by
  at TEXT NOT NULL,
  program TEXT NOT NULL,   -- the name of the program that made the change
  title TEXT NOT NULL,     -- what was changed, for display
  size INTEGER NOT NULL,   -- the length of the changes in bytes
  changes TEXT NOT NULL    -- JSON array of [subject, before, after]; '' where that was too much to keep
) STRICT;
