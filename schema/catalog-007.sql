-- aucat's catalog, schema 7: the public views show what a program sees that looks in the default directories.

-- The directory's place in the default search path of whoever scanned last; NULL for a directory that is not on it. If none of
-- those directories has a bundle, all directories have a place. Until the next scan, all have one.
ALTER TABLE root ADD COLUMN place INTEGER;
UPDATE root SET place = id;

DROP VIEW tag_names;
DROP VIEW changes;
DROP VIEW component_tags;
DROP VIEW presets;
DROP VIEW ports;
DROP VIEW components;
DROP VIEW bundles;

-- One row per bundle, with the scanner's verdict.
CREATE VIEW bundles AS
  SELECT b.id, b.path, b.verdict, b.reason, b.since FROM bundle AS b
  WHERE EXISTS (SELECT 1 FROM bundle_root AS x JOIN root AS r ON r.id = x.root
                WHERE x.bundle = b.id AND r.place IS NOT NULL);

-- One row per plugin. Of several with one URI, the highest version wins, then the order of the search path.
CREATE VIEW components AS
  SELECT c.id, c.uri, c.name, c.type, c.manufacturer, c.version_minor || '.' || c.version_micro AS version,
         b.path AS bundle, c.binary, c.class, c.license, c.audio_inputs, c.audio_outputs, c.cv_inputs, c.cv_outputs,
         c.parameters, c.midi_input, c.midi_output, c.side_chain, c.hard_realtime, c.custom_view, c.latency,
         c.required_features, c.validation, c.rival, c.added_at, c.changed_at,
         c.version_minor, c.version_micro, c.names, c.short_name, c.comment, c.homepage, c.project, c.classes, c.live,
         c.in_place_broken, c.optional_features, c.extension_data, c.interfaces, c.icon
  FROM component AS c JOIN bundle AS b ON b.id = c.bundle
  WHERE EXISTS (SELECT 1 FROM bundle_root AS x JOIN root AS r ON r.id = x.root
                WHERE x.bundle = c.bundle AND r.place IS NOT NULL)
    AND (c.rival = 0 OR c.id = (
      SELECT o.id FROM component AS o JOIN bundle AS p ON p.id = o.bundle JOIN bundle_root AS x ON x.bundle = p.id
        JOIN root AS r ON r.id = x.root
      WHERE o.uri = c.uri AND r.place IS NOT NULL
      ORDER BY o.version_minor DESC, o.version_micro DESC, r.place, p.path LIMIT 1));

-- One row per port; 'component' is components.id.
CREATE VIEW ports AS
  SELECT component, position AS "index", symbol, name, kind, direction, default_value, minimum, maximum, unit,
         designation, port_group, properties, supports, scale_points, minimum_size
  FROM port WHERE component IN (SELECT id FROM components);

-- One row per preset and component.
CREATE VIEW presets AS
  SELECT c.id AS component, p.uri, p.name, p.bank, p.bank_name, b.path AS bundle
  FROM preset AS p JOIN components AS c ON c.uri = p.applies_to JOIN bundles AS b ON b.id = p.bundle;

-- One row per component, tag and source.
CREATE VIEW component_tags AS
  SELECT x.component, t.identifier AS tag, t.standard, x.source
  FROM component_tag AS x JOIN tag AS t ON t.id = x.tag WHERE x.component IN (SELECT id FROM components);

-- One row per tag and language.
CREATE VIEW tag_names AS
  SELECT t.identifier AS tag, n.language, min(n.name) AS name
  FROM tag_name AS n JOIN tag AS t ON t.id = n.tag
  WHERE n.component IN (SELECT id FROM components) GROUP BY n.tag, n.language;

-- One row per component and bundle, in the order of their last changes. What another bundle's component shadows is removed.
CREATE VIEW changes AS
  SELECT l.sequence, l.generation, l.at,
         CASE WHEN EXISTS (SELECT 1 FROM components AS c WHERE c.uri = l.uri AND c.bundle = l.bundle)
              THEN l.kind ELSE 'removed' END AS kind,
         l.uri, l.bundle
  FROM latest_change AS l
  WHERE l.kind <> 'reset'
    AND EXISTS (SELECT 1 FROM json_each(l.roots) AS j JOIN root AS r ON r.id = j.value WHERE r.place IS NOT NULL);
