-- aucat's catalog, schema 2: an index that finds names by their parts.

-- Which names contain which trigrams. The texts themselves stay in search_text, without case and accents.
CREATE VIRTUAL TABLE name_index USING fts5(
  name,
  content = 'search_text', content_rowid = 'component',
  tokenize = 'trigram case_sensitive 1',  -- search_text has no case
  detail = none, columnsize = 0           -- only which components; a candidate's name is then compared itself
);
INSERT INTO name_index (name_index) VALUES ('rebuild');

CREATE TRIGGER name_indexed AFTER INSERT ON search_text BEGIN
  INSERT INTO name_index (rowid, name) VALUES (new.component, new.name);
END;
CREATE TRIGGER name_unindexed AFTER DELETE ON search_text BEGIN
  INSERT INTO name_index (name_index, rowid, name) VALUES ('delete', old.component, old.name);
END;

-- Components with names in several languages, of which search_text has one.
CREATE INDEX component_translated ON component (id) WHERE instr(names, '","') > 0;
