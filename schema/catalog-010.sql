-- aucat's catalog, schema 10: what validations say of components.

-- Apart from the components, so that a scan that reads a bundle again leaves it alone. `content` is a digest of the binary and
-- the Turtle that were validated: where theirs is another now, the verdict is stale.
CREATE TABLE validation (
  component TEXT NOT NULL,   -- URI
  bundle TEXT NOT NULL,      -- path
  content INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  level TEXT NOT NULL,
  version INTEGER NOT NULL,  -- of the tests
  seed INTEGER NOT NULL,     -- of random numbers; 64 bits without a sign
  findings TEXT NOT NULL,    -- JSON array of {test, outcome, message}
  at TEXT NOT NULL,
  PRIMARY KEY (component, bundle)
) STRICT;

-- One row per component that was validated. components.validation has the verdict as long as a scan sees no change of it.
CREATE VIEW validations AS SELECT component AS uri, bundle, verdict, level, version, findings, at FROM validation;
