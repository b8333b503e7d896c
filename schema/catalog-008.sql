-- aucat's catalog, schema 8: what the public views show is stored, so that they are cheap to read, and to parse each time that a
-- program opens the file. Columns that no search reads are gone.

-- The first place of the directories that lead to the bundle; NULL if none has one.
ALTER TABLE bundle ADD COLUMN place INTEGER;
UPDATE bundle SET place = (SELECT min(r.place) FROM bundle_root AS x JOIN root AS r ON r.id = x.root WHERE x.bundle = bundle.id);

-- Whether the views show the component: its bundle has a place, and it goes before all others with its URI.
ALTER TABLE component ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
UPDATE component SET shown = 0
  WHERE id IS NOT (SELECT o.id FROM component AS o JOIN bundle AS b ON b.id = o.bundle
                   WHERE o.uri = component.uri AND b.place IS NOT NULL
                   ORDER BY o.version_minor DESC, o.version_micro DESC, b.place, b.path LIMIT 1);

DROP VIEW tag_names;
DROP VIEW changes;
DROP VIEW component_tags;
DROP VIEW presets;
DROP VIEW ports;
DROP VIEW components;
DROP VIEW bundles;

-- One row per bundle, with the scanner's verdict.
CREATE VIEW bundles AS SELECT id, path, verdict, reason, since FROM bundle WHERE place NOT NULL;

-- One row per plugin. Of several with one URI, the highest version wins, then the order of the search path.
CREATE VIEW components AS
  SELECT c.id, uri, name, type, manufacturer, version_minor || '.' || version_micro AS version, path AS bundle, binary,
         class, license, audio_inputs, audio_outputs, cv_inputs, cv_outputs, parameters, midi_input, midi_output,
         side_chain, hard_realtime, custom_view, latency, required_features, validation, rival, added_at, changed_at,
         version_minor, version_micro, names, short_name, comment, homepage, project, classes, live, in_place_broken,
         optional_features, extension_data, interfaces, icon
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

-- The index of words has taken their place, and codes are derived from what they abbreviate.
ALTER TABLE component DROP COLUMN type_code;
ALTER TABLE component DROP COLUMN sub_type_code;
ALTER TABLE component DROP COLUMN manufacturer_code;
ALTER TABLE search_text DROP COLUMN manufacturer;
ALTER TABLE preset DROP COLUMN folded;

-- What a component was that is gone, so that people who look for it are told what is like it. NULL for all others.
ALTER TABLE latest_change ADD COLUMN name TEXT;
ALTER TABLE latest_change ADD COLUMN tags TEXT;  -- list: the identifiers of its tags

-- The digests cover the columns that are gone. The next scan reads the bundles again, and makes new ones.
DELETE FROM component_seal;
DELETE FROM bundle_seal;
UPDATE bundle SET turtle_stamp = NULL, other_stamp = NULL, content = NULL;
