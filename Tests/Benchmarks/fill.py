"""Fills a catalog with N synthetic components that look like real ones: fill.py REAL NEW N

REAL is a catalog of a scan of real plugins, which are the templates: names, types, tags, ports and presets are theirs, again
and again, with another word of the same catalog and a number in each name. A component gets at most 24 ports, so that one
bundle's giants don't make the file; the average is about 12. NEW is a copy of REAL, and filled here. Its index of words is
left to the next scan: `LV2_PATH=/nonexistent aucat scan` builds it, and reads no bundle."""
import os, random, shutil, sqlite3, sys

real, new, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
for ending in ("", "-wal", "-shm"):
    if os.path.exists(new + ending):
        os.remove(new + ending)
shutil.copyfile(real, new)
if wanted <= 0:
    sys.exit(0)
base = sqlite3.connect(new, isolation_level=None)
base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000")
templates = base.execute("SELECT count(*) FROM component").fetchone()[0]
if wanted <= templates:
    sys.exit(0)
columns = [row[1] for row in base.execute("PRAGMA table_info(component)")]
random.seed(1)
words = sorted({w for (name,) in base.execute("SELECT name FROM component") for w in name.split() if w.isalpha() and w.isascii()})
copies = -(-wanted // templates) - 1
base.executescript(
    """
    CREATE TEMP TABLE template AS SELECT row_number() OVER (ORDER BY id) - 1 AS number, * FROM main.component;
    CREATE TEMP TABLE home AS SELECT row_number() OVER (ORDER BY id) - 1 AS number, * FROM main.bundle;
    CREATE TEMP TABLE copy (number INTEGER PRIMARY KEY);
    CREATE TEMP TABLE word (number INTEGER PRIMARY KEY, text TEXT);
    """)
base.executemany("INSERT INTO word VALUES (?, ?)", enumerate(words))
base.executemany("INSERT INTO copy VALUES (?)", ((number,) for number in range(1, copies + 1)))
homes = base.execute("SELECT count(*), max(id) FROM home").fetchone()
first, first_home = base.execute("SELECT max(id) FROM component").fetchone()[0] + 1, homes[1] + 1


def home_id(alias, copy):
    return f"({first_home} + ({copy} - 1) * {homes[0]} + (SELECT h.number FROM home AS h WHERE h.id = {alias}))"


def row_id(alias, copy):
    return f"({first} + ({copy} - 1) * {templates} + {alias}.number)"


room = f"{row_id('t', 'k.number')} < {first} + {wanted - templates}"
pairs = "temp.copy AS k CROSS JOIN temp.template AS t"
base.execute(
    f"""INSERT INTO bundle SELECT {first_home} + (k.number - 1) * {homes[0]} + h.number, h.path || '.' || k.number, NULL, NULL, NULL,
        h.scanner, h.verdict, h.reason, h.remarks, h.since, h.place FROM temp.copy AS k CROSS JOIN temp.home AS h""")
base.execute(
    f"""INSERT INTO bundle_root SELECT {home_id('x.bundle', 'k.number')}, x.root
        FROM temp.copy AS k CROSS JOIN (SELECT * FROM main.bundle_root) AS x""")
name = f"t.name || ' ' || (SELECT text FROM word WHERE number = (t.number * 31 + k.number * 17) % {len(words)}) || ' ' || k.number"
values = dict(id=row_id("t", "k.number"), bundle=home_id("t.bundle", "k.number"), uri="t.uri || '#' || k.number",
              name=name, rival="0")
chosen = ", ".join(values.get(column, "t." + column) for column in columns)
base.execute(f"INSERT INTO component ({', '.join(columns)}) SELECT {chosen} FROM {pairs} WHERE {room}")
base.execute(
    f"""INSERT INTO port SELECT {row_id('t', 'k.number')}, p.position, p.symbol, p.name, p.kind, p.direction, p.default_value,
        p.minimum, p.maximum, p.unit, p.designation, p.port_group, p.properties, p.supports, p.scale_points, p.minimum_size
        FROM {pairs} JOIN (SELECT * FROM main.port WHERE position < 24) AS p ON p.component = t.id WHERE {room}""")
base.execute(
    f"""INSERT INTO component_tag SELECT {row_id('t', 'k.number')}, x.tag, x.source
        FROM {pairs} JOIN (SELECT * FROM main.component_tag) AS x ON x.component = t.id WHERE {room}""")
base.execute(
    f"""INSERT INTO preset SELECT t.uri || '#' || k.number, p.uri, {home_id('p.bundle', 'k.number')}, p.name, p.bank,
        p.bank_name FROM {pairs} JOIN (SELECT * FROM main.preset) AS p ON p.applies_to = t.uri WHERE {room}""")
# The next scan builds the index of words of all components.
base.execute("UPDATE catalog SET word_rules = ''")
base.close()
made = sqlite3.connect(new)
for table in ("component", "port", "preset", "component_tag"):
    print(f"{made.execute(f'SELECT count(*) FROM {table}').fetchone()[0]:>12,} {table}")
print(f"{os.path.getsize(new):>12,} bytes, {os.path.getsize(new) // made.execute('SELECT count(*) FROM component').fetchone()[0]:,} a component")
made.execute("PRAGMA journal_mode = WAL")
made.close()
