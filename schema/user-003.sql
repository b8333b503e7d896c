-- aucat's user store, schema 3: changes for followers of the store, and how often plugins were used.

-- Changes in order: the last of each kind for each plugin and name, so that the log is no longer than the list of all marks
-- ever made, and late readers see each once.
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
INSERT INTO latest_change (at, kind, uri, name)
  SELECT DISTINCT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
         CASE kind WHEN 'tag' THEN 'tags' ELSE kind END, uri, CASE kind WHEN 'collection' THEN name ELSE '' END
  FROM labels;
INSERT INTO latest_change (at, kind, uri, name)
  SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'collection', '', name FROM label WHERE kind = 'collection';
INSERT INTO latest_change (at, kind, uri, name)
  SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'search', '', name FROM saved_search;

-- How often a plugin was used, and which program counted. A count that is imported again replaces the previous one.
CREATE TABLE use_count (
  uri TEXT NOT NULL,      -- the plugin's
  source TEXT NOT NULL,   -- aucat, or the program that it was imported from (ardour)
  count INTEGER NOT NULL CHECK (count >= 0),
  last_used TEXT,         -- ISO 8601 in UTC to the second; NULL where that is not known
  PRIMARY KEY (uri, source)
) STRICT, WITHOUT ROWID;

-- Public view: one row per plugin.
CREATE VIEW uses AS
  SELECT uri, sum(count) AS count, max(last_used) AS last_used FROM use_count GROUP BY uri;
