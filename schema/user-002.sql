-- aucat's user store, schema 2: saved searches.

-- Predicates with a name, by which other predicates use them: `in "name"`.
CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,        -- as typed
  key TEXT NOT NULL UNIQUE,  -- the name by which searches are compared: NFC and full case folding
  predicate TEXT NOT NULL,   -- as typed, in the query language
  digest INTEGER NOT NULL    -- of key and predicate: what is read of a damaged store is believed where it agrees
) STRICT;

-- Public view: one row per saved search.
CREATE VIEW saved_searches AS SELECT name, predicate FROM saved_search;
