-- aucat's catalog, schema 1.
--
-- A cache: a scan rebuilds it from the bundles, so it may be deleted at any time. What people enter is in the user store.
-- Tables are private and change with the schema's number. The views at the end are the public contract: see README.md.
-- Times are ISO 8601 in UTC to the second ('2026-11-21T08:30:00Z'). Lists are JSON arrays of texts.

PRAGMA application_id = 1635083009;  -- 'auc' and 1: the file is an aucat catalog.

-- The catalog as a whole: one row.
CREATE TABLE catalog (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL,  -- grows by one with every scan that changed something
  tag_rules TEXT NOT NULL       -- version of the rules that the system tags were made by
) STRICT;
INSERT INTO catalog VALUES (1, 0, '');

-- Directories that were scanned: the entries of LV2_PATH.
CREATE TABLE root (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE  -- canonical, without a final slash
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
  since TEXT NOT NULL          -- time of the verdict
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

-- Plugins.
CREATE TABLE component (
  id INTEGER PRIMARY KEY,
  bundle INTEGER NOT NULL REFERENCES bundle ON DELETE CASCADE,
  uri TEXT NOT NULL,
  rival INTEGER NOT NULL,            -- 1 where another bundle declares the same URI
  digest INTEGER NOT NULL,           -- hash of everything that was read, to see a change
  name TEXT NOT NULL,                -- without a language, else in English, else in any
  names TEXT NOT NULL,               -- JSON object: language ('' for none) to name
  type TEXT NOT NULL,                -- Effect, MusicEffect, MusicDevice, ...
  type_code INTEGER NOT NULL,        -- Apple's four-character codes as numbers
  sub_type_code INTEGER NOT NULL,
  manufacturer_code INTEGER NOT NULL,
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
  latency INTEGER,                   -- frames; 0 without a latency port, NULL where not measured
  required_features TEXT NOT NULL,   -- list of URIs, as the next ones
  optional_features TEXT NOT NULL,
  extension_data TEXT NOT NULL,
  interfaces TEXT NOT NULL,          -- JSON array of [URI, class]
  remarks TEXT NOT NULL,             -- list: what was left out and why
  validation TEXT,                   -- passed, failed, crashed, timedOut; NULL where not validated
  added_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  UNIQUE (bundle, uri)
) STRICT;
CREATE INDEX component_by_uri ON component (uri);
CREATE INDEX component_rivals ON component (uri) WHERE rival;
CREATE INDEX component_by_type ON component (type);
CREATE INDEX component_by_manufacturer ON component (manufacturer);

-- The texts that a search for plain words looks at, without case and accents.
CREATE TABLE search_text (
  component INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
  name TEXT NOT NULL,
  manufacturer TEXT NOT NULL,
  parameters TEXT NOT NULL  -- names of what can be set, one a line
) STRICT;

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
  folded TEXT NOT NULL,      -- the name without case and accents
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

-- What has happened to components, in order.
CREATE TABLE change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  generation INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,   -- added, changed, removed
  uri TEXT NOT NULL,
  bundle TEXT NOT NULL  -- path
) STRICT;

-- Public views ---------------------------------------------------------------------------------------------------------

-- One row per plugin and bundle. If 'rival' is 1, several bundles declare the URI, and the highest version wins.
CREATE VIEW components AS
  SELECT c.id, c.uri, c.name, c.type, c.manufacturer, c.version_minor || '.' || c.version_micro AS version,
         b.path AS bundle, c.binary, c.class, c.license, c.audio_inputs, c.audio_outputs, c.cv_inputs, c.cv_outputs,
         c.parameters, c.midi_input, c.midi_output, c.side_chain, c.hard_realtime, c.custom_view, c.latency,
         c.required_features, c.validation, c.rival, c.added_at, c.changed_at
  FROM component AS c JOIN bundle AS b ON b.id = c.bundle;

-- One row per port; 'component' is components.id.
CREATE VIEW ports AS
  SELECT component, position AS "index", symbol, name, kind, direction, default_value, minimum, maximum, unit,
         designation, port_group, properties, supports, scale_points, minimum_size
  FROM port;

-- One row per preset and component.
CREATE VIEW presets AS
  SELECT c.id AS component, p.uri, p.name, p.bank, p.bank_name, b.path AS bundle
  FROM preset AS p JOIN component AS c ON c.uri = p.applies_to JOIN bundle AS b ON b.id = p.bundle;

-- One row per component, tag and source.
CREATE VIEW component_tags AS
  SELECT x.component, t.identifier AS tag, t.standard, x.source
  FROM component_tag AS x JOIN tag AS t ON t.id = x.tag;

-- One row per bundle, with the scanner's verdict.
CREATE VIEW bundles AS
  SELECT id, path, verdict, reason, since FROM bundle;

-- One row per change, in chronological order.
CREATE VIEW changes AS
  SELECT sequence, generation, at, kind, uri, bundle FROM change;
