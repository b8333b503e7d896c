-- aucat's catalog, schema 15.
--
-- A cache: a scan rebuilds it from the bundles, so it may be deleted at any time. What people enter is in the user store.
-- Tables are private and change with the schema's number. The views are the public contract: see views.md. A change of this file
-- raises the number in `StoreKind`, and a scan rebuilds catalogs of a lower number.
-- Times are ISO 8601 in UTC to the second ('2026-11-21T08:30:00Z'). Lists are JSON arrays of texts.

PRAGMA application_id = 1635083009;  -- 'auc' and 1: the file is an aucat catalog.

-- The catalog as a whole: one row.
CREATE TABLE catalog (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL,  -- grows by one with every scan that changed something
  scanned_at TEXT,              -- when the last complete scan wrote something; NULL where none has
  tag_rules TEXT NOT NULL,      -- version of the rules that the system tags were made by
  word_rules TEXT NOT NULL,     -- of those that built the index of words; '' before the first scan
  results_to INTEGER NOT NULL   -- the last change of which the file of results knows; 0: it may lack anything
) STRICT;
INSERT INTO catalog VALUES (1, 0, NULL, '', '', 0);

-- Bundles --------------------------------------------------------------------------------------------------------------

-- Directories that were scanned: the entries of LV2_PATH.
CREATE TABLE root (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,  -- canonical, without a final slash
  scanned INTEGER NOT NULL,   -- whether a scan of the directory has completed; until then searches wait for one
  place INTEGER               -- see below
) STRICT;
-- The place is the directory's in the default search path of whoever scanned last; NULL for a directory that is not on it. If
-- none of those directories has a bundle, all directories have a place.

-- The directories of search paths, as scans found them: a look compares them with what is there.
CREATE TABLE directory (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,  -- as search paths name it
  root TEXT NOT NULL,         -- canonical
  folders BLOB NOT NULL,      -- for each folder in it 8 bytes, a hash of its stat, and its path with a null byte; the first is '.'
  silent_since INTEGER        -- seconds since 1970 at which it last gave no answer; NULL if it did
) STRICT;

-- Bundles, including those that could not be read.
CREATE TABLE bundle (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,   -- canonical path of the directory
  turtle_stamp INTEGER,        -- fingerprint of the Turtle files' stat; NULL while the bundle is being read
  other_stamp INTEGER,         -- fingerprint of the other files' stat
  content INTEGER,             -- hash of the Turtle files' bytes
  scanner INTEGER NOT NULL,    -- version of the scanner that read it
  verdict TEXT NOT NULL,       -- scanned, failed, crashed, timedOut
  reason TEXT NOT NULL,        -- why, where it is not 'scanned'
  remarks TEXT NOT NULL,       -- list: what was left out and why
  since TEXT NOT NULL,         -- time of the verdict
  place INTEGER                -- the first place of the directories that lead to it; NULL if none has one
) STRICT;

-- Which roots lead to a bundle. Two hosts with different paths share one catalog through this table.
CREATE TABLE bundle_root (
  bundle INTEGER NOT NULL REFERENCES bundle ON DELETE CASCADE,
  root INTEGER NOT NULL REFERENCES root ON DELETE CASCADE,
  PRIMARY KEY (bundle, root)
) STRICT, WITHOUT ROWID;
CREATE INDEX bundle_root_by_root ON bundle_root (root, bundle);

-- Plugins that are kept away from hosts while the rest of their bundle is not.
CREATE TABLE refusal (
  bundle INTEGER NOT NULL REFERENCES bundle ON DELETE CASCADE,
  uri TEXT NOT NULL,
  verdict TEXT NOT NULL,  -- failed, crashed, timedOut
  reason TEXT NOT NULL,
  since TEXT NOT NULL,
  PRIMARY KEY (bundle, uri)
) STRICT, WITHOUT ROWID;

-- Bundles that something outside keeps from being read, such as a signal or a lack of memory.
CREATE TABLE interruption (
  bundle INTEGER PRIMARY KEY REFERENCES bundle ON DELETE CASCADE,
  scans INTEGER NOT NULL,  -- how many scans, one after the other, could not read it
  at TEXT NOT NULL         -- when the last of them was
) STRICT;

-- Components -----------------------------------------------------------------------------------------------------------

-- Plugins.
CREATE TABLE component (
  id INTEGER PRIMARY KEY,
  bundle INTEGER NOT NULL REFERENCES bundle ON DELETE CASCADE,
  uri TEXT NOT NULL,
  rival INTEGER NOT NULL,            -- 1 where another bundle declares the same URI
  shown INTEGER NOT NULL DEFAULT 1,  -- whether the views show it: its bundle has a place, and it goes before its rivals
  digest INTEGER NOT NULL,           -- hash of everything that was read, to see a change
  name TEXT NOT NULL,                -- without a language, else in English, else in any
  names TEXT NOT NULL,               -- JSON object: language ('' for none) to name
  type TEXT NOT NULL,                -- Effect, MusicEffect, MusicDevice, ...
  manufacturer TEXT,                 -- author, else project
  homepage TEXT,                     -- foaf:homepage of the author
  project TEXT,                      -- name or URI of the project
  version_minor INTEGER NOT NULL,
  version_micro INTEGER NOT NULL,
  class TEXT NOT NULL,               -- the most telling LV2 class
  classes TEXT NOT NULL,             -- list: all classes
  license TEXT,
  short_name TEXT,
  comment TEXT,
  icon TEXT,                         -- absolute path of modgui:thumbnail, else of modgui:screenshot
  binary TEXT NOT NULL,              -- absolute path
  audio_inputs INTEGER NOT NULL,     -- main ones
  audio_outputs INTEGER NOT NULL,
  cv_inputs INTEGER NOT NULL,
  cv_outputs INTEGER NOT NULL,
  parameters INTEGER NOT NULL,       -- control inputs and writable patch parameters
  midi_input INTEGER NOT NULL,
  midi_output INTEGER NOT NULL,
  side_chain INTEGER NOT NULL,
  hard_realtime INTEGER NOT NULL,    -- the author's claim
  custom_view INTEGER NOT NULL,
  live INTEGER NOT NULL,             -- requires lv2:isLive
  in_place_broken INTEGER NOT NULL,
  required_features TEXT NOT NULL,   -- list of URIs, as the next ones
  optional_features TEXT NOT NULL,
  extension_data TEXT NOT NULL,
  interfaces TEXT NOT NULL,          -- JSON array of [URI, class]
  remarks TEXT NOT NULL,             -- list: what was left out and why
  -- What the last validation and the last measurement said, as long as a scan sees no change of the component; else NULL.
  validation TEXT,                   -- passed, failed, crashed, timedOut
  waits INTEGER,                     -- whether its run does what may wait
  deterministic INTEGER,             -- whether another run gave the same
  cost REAL,                         -- as in the table measurement
  measured_latency INTEGER,
  load_time REAL,
  memory REAL,
  added_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  UNIQUE (bundle, uri)
) STRICT;
CREATE INDEX component_by_uri ON component (uri);
CREATE INDEX component_rivals ON component (uri) WHERE rival;
CREATE INDEX component_by_type ON component (type);
CREATE INDEX component_by_manufacturer ON component (manufacturer);

-- Ports, by index.
CREATE TABLE port (
  component INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,
  position INTEGER NOT NULL,     -- lv2:index
  symbol TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,            -- audio, cv, control, atom, event, other
  direction TEXT NOT NULL,       -- input, output
  default_value REAL,            -- in the port's unit, as minimum and maximum
  minimum REAL,
  maximum REAL,
  unit TEXT,                     -- symbol, or URI of a unit without one
  designation TEXT,              -- URI
  port_group TEXT,               -- URI or symbol
  properties TEXT,               -- list of short names or URIs; NULL for none, as the next ones
  supports TEXT,                 -- list of URIs of event types
  scale_points TEXT,             -- JSON array of [label, value]
  minimum_size INTEGER,          -- bytes
  PRIMARY KEY (component, position)
) STRICT, WITHOUT ROWID;
-- The ports that not every host connects are few: what each host can run is decided by them.
CREATE INDEX port_of_other_kind ON port (component, kind, properties) WHERE kind NOT IN ('audio', 'control');

-- Parameters that are set by messages.
CREATE TABLE patch_parameter (
  component INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,
  uri TEXT NOT NULL,
  name TEXT NOT NULL,
  value_type TEXT,       -- URI
  writable INTEGER NOT NULL,
  readable INTEGER NOT NULL,
  default_value REAL,
  minimum REAL,
  maximum REAL,
  unit TEXT,
  PRIMARY KEY (component, uri)
) STRICT, WITHOUT ROWID;

-- Presets, by the plugin that they apply to, whichever bundle declares them.
CREATE TABLE preset (
  applies_to TEXT NOT NULL,  -- the plugin's URI
  uri TEXT NOT NULL,
  bundle INTEGER NOT NULL REFERENCES bundle ON DELETE CASCADE,
  name TEXT NOT NULL,        -- the label, else the last part of the URI
  bank TEXT,                 -- URI
  bank_name TEXT,
  PRIMARY KEY (applies_to, uri, bundle)
) STRICT, WITHOUT ROWID;
CREATE INDEX preset_by_bundle ON preset (bundle);

-- URIs that a component replaces (lv2:replaces, dc:replaces).
CREATE TABLE replaced (
  component INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,
  uri TEXT NOT NULL,
  PRIMARY KEY (component, uri)
) STRICT, WITHOUT ROWID;
CREATE INDEX replaced_by_uri ON replaced (uri);

-- What lilv answers about a plugin, for those that the bundle describes well enough. The texts are described in lilv.md.
CREATE TABLE lilv_answer (
  component INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
  author TEXT NOT NULL,  -- lines: the author
  facts TEXT NOT NULL    -- lines: the plugin and its ports
) STRICT;

-- What happened to components, in order: the last change of each component in each bundle, so that the log is no longer than
-- the list of all components ever seen, and late readers see each component once.
CREATE TABLE latest_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  generation INTEGER NOT NULL,
  at TEXT NOT NULL,           -- to the millisecond, unlike other times: it also orders changes among those of the user store
  kind TEXT NOT NULL,         -- added, changed, removed; reset in the first row: the catalog was made anew
  uri TEXT NOT NULL,          -- '' for reset, as is bundle
  bundle TEXT NOT NULL,       -- path
  appeared INTEGER NOT NULL,  -- sequence of the change that added it
  roots TEXT NOT NULL,        -- JSON array: rows of the roots that lead to the bundle, or have led to it
  -- What a component was that is gone, so that people who look for it are told what is like it. NULL for all others.
  name TEXT,
  tags TEXT,                  -- list: the identifiers of its tags
  UNIQUE (uri, bundle)
) STRICT;
-- Numbers begin with the milliseconds since 2025, so that those of a rebuilt catalog continue, and a number that a reader
-- has kept never means a later change.
INSERT INTO sqlite_sequence (name, seq)
  VALUES ('latest_change', max(1, CAST((julianday('now') - 2460676.5) * 86400000 AS INTEGER)));
INSERT INTO latest_change (generation, at, kind, uri, bundle, appeared, roots)
  VALUES (0, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'reset', '', '', 0, '[]');

-- What can't be read again from the bundles: a copy of the file of results ------------------------------------------------
-- results.sql explains the columns. A new catalog takes these tables over from there.

-- When scans first saw components. component.added_at takes its value from here, if the component has a row.
CREATE TABLE first_seen (
  bundle TEXT NOT NULL,
  component TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (bundle, component)
) STRICT, WITHOUT ROWID;

-- Apart from the components, so that a scan that reads a bundle again leaves them alone.
CREATE TABLE validation (
  component TEXT NOT NULL,
  bundle TEXT NOT NULL,
  content INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  level TEXT NOT NULL,
  version INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  findings TEXT NOT NULL,
  at TEXT NOT NULL,
  bundle_content INTEGER,
  bundle_stamp INTEGER,
  PRIMARY KEY (bundle, component)
) STRICT;

CREATE TABLE measurement (
  component TEXT NOT NULL,
  bundle TEXT NOT NULL,
  content INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  version INTEGER NOT NULL,
  machine TEXT NOT NULL,
  cost REAL,
  latency INTEGER,
  reported_latency REAL,
  load_time REAL,
  memory REAL,
  at TEXT NOT NULL,
  bundle_content INTEGER,
  bundle_stamp INTEGER,
  PRIMARY KEY (bundle, component)
) STRICT;

-- Tags -----------------------------------------------------------------------------------------------------------------

-- Tags that a component's class, the curated list or its author gives it.
CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  identifier TEXT NOT NULL UNIQUE,  -- of a standard tag, or the text of any other
  standard INTEGER NOT NULL,        -- 1: it belongs to the standard vocabulary
  aliases TEXT NOT NULL             -- list: other whole names of a standard tag
) STRICT;

CREATE TABLE component_tag (
  component INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,
  tag INTEGER NOT NULL REFERENCES tag,
  source TEXT NOT NULL,  -- class, curated, author
  PRIMARY KEY (component, tag, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX component_tag_by_tag ON component_tag (tag, component);

-- Names that authors give their own tags in other languages; the name without a language is tag.identifier.
CREATE TABLE tag_name (
  tag INTEGER NOT NULL REFERENCES tag,
  component INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,  -- whose author says so
  language TEXT NOT NULL,  -- language tag (BCP 47) in lower case
  name TEXT NOT NULL,
  PRIMARY KEY (tag, component, language)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_name_by_component ON tag_name (component);

-- Public views: what a program sees that looks in the default directories ----------------------------------------------
--
-- They are not at the end, because SQLite 3.40 looks for lost pages only if a table, and no view, is first in its hash of names,
-- which depends on names and order: StoreFileTests checks that.

-- One row per bundle, with the scanner's verdict.
CREATE VIEW bundles AS SELECT id, path, verdict, reason, since FROM bundle WHERE place NOT NULL;

-- One row per plugin. Of several with one URI, the highest version wins, then the order of the search path.
CREATE VIEW components AS
  SELECT c.id, uri, name, type, manufacturer, version_minor || '.' || version_micro AS version, path AS bundle, binary,
         class, license, audio_inputs, audio_outputs, cv_inputs, cv_outputs, parameters, midi_input, midi_output,
         side_chain, hard_realtime, custom_view, measured_latency AS latency, required_features,
         validation, rival, added_at, changed_at, version_minor, version_micro, names, short_name, comment, homepage,
         project, classes, live, in_place_broken, optional_features, extension_data, interfaces, icon, cost, load_time,
         memory
  FROM component AS c JOIN bundle AS b ON b.id = bundle WHERE shown;

-- One row per port; 'component' is components.id.
CREATE VIEW ports AS
  SELECT component, position AS "index", symbol, p.name, kind, direction, default_value, minimum, maximum, unit,
         designation, port_group, properties, supports, scale_points, minimum_size
  FROM port AS p JOIN component AS c ON c.id = component WHERE shown;

-- One row per preset and component.
CREATE VIEW presets AS
  SELECT c.id AS component, p.uri, p.name, bank, bank_name, path AS bundle
  FROM preset AS p JOIN component AS c ON c.uri = applies_to JOIN bundle AS b ON b.id = p.bundle
  WHERE shown AND place NOT NULL;

-- One row per component, tag and source.
CREATE VIEW component_tags AS
  SELECT component, identifier AS tag, standard, source
  FROM component_tag JOIN tag AS t ON t.id = tag JOIN component AS c ON c.id = component WHERE shown;

-- One row per tag and language.
CREATE VIEW tag_names AS
  SELECT identifier AS tag, language, min(n.name) AS name
  FROM tag_name AS n JOIN tag AS t ON t.id = tag JOIN component AS c ON c.id = component
  WHERE shown GROUP BY t.id, language;

-- One row per component and bundle, in the order of their last changes. What another bundle's component shadows is removed.
CREATE VIEW changes AS
  SELECT sequence, generation, at,
         CASE WHEN EXISTS (SELECT 1 FROM components AS c WHERE c.uri = l.uri AND c.bundle = l.bundle)
              THEN kind ELSE 'removed' END AS kind,
         uri, bundle
  FROM latest_change AS l
  WHERE kind <> 'reset' AND EXISTS (SELECT 1 FROM json_each(roots) JOIN root AS r ON r.id = value WHERE place NOT NULL);

-- One row per component that was validated. components.validation has the verdict as long as a scan sees no change of it.
CREATE VIEW validations AS SELECT component AS uri, bundle, verdict, level, version, findings, at FROM validation;

-- One row per component that was measured, or could not be. components has its numbers as long as a scan sees no change of it.
CREATE VIEW costs AS
  SELECT component AS uri, bundle, outcome, reason, version, machine, cost, latency, reported_latency, load_time, memory, at
  FROM measurement;

-- One row per plugin that lilv need not read. A bundle's fingerprint is that of the Turtle that was read.
CREATE VIEW lilv_values AS
  SELECT uri, path AS bundle, turtle_stamp AS fingerprint, author, facts
  FROM lilv_answer JOIN component AS c ON c.id = component JOIN bundle AS b ON b.id = bundle
  WHERE shown AND place NOT NULL AND verdict = 'scanned' AND turtle_stamp NOT NULL;

-- What searches look up ------------------------------------------------------------------------------------------------

-- The words of components, by which plain words are found without reading a row. FTS5 is no substitute: it would need three
-- indexes, for prefixes, stems and substrings; it can't tell which field a word is in without reading positions; and it returns
-- rows one by one, where these tables hold lists.

-- Every word that some component has, without case, accents and width.
CREATE TABLE word (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,
  stem TEXT,               -- NULL where it is the text itself
  places INTEGER NOT NULL  -- a bit for each posting.place that it has
) STRICT;
CREATE INDEX word_by_stem ON word (stem) WHERE stem IS NOT NULL;

-- Which components have a word.
CREATE TABLE posting (
  word INTEGER NOT NULL,
  place INTEGER NOT NULL,  -- the field, and the word's role in it: see PostingPlace
  rows BLOB NOT NULL,      -- component.id in ascending order: differences, as PostingRows writes them
  PRIMARY KEY (word, place)
) STRICT, WITHOUT ROWID;

-- All words but joined ones, one a line, for substring search and spelling correction: one row. A blank marks the end of a word
-- that no name, maker, class or URI has.
CREATE TABLE word_list (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  words TEXT NOT NULL
) STRICT;

-- What ranking knows of a component.
CREATE TABLE component_feature (
  component INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
  name_words INTEGER NOT NULL,  -- how many words its name has
  tags INTEGER NOT NULL,        -- how many system tags it has
  variant INTEGER NOT NULL      -- a hash of what its variants have in common
) STRICT;
