#!/bin/sh
# Tests a wheel where nothing else has the libraries that it brings: as root, or where user namespaces are allowed, those of the
# system and Swift are hidden.
#   wheel.sh WHEEL [PYTHON…]   default /usr/bin/python3
set -eu
wheel=$(readlink -f "$1")
shift
[ $# -gt 0 ] || set -- /usr/bin/python3
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/alone" <<'END'
#!/bin/sh
# Runs a command without the libraries of the system that a wheel must bring.
for file in /usr/lib/*-linux-gnu/lib*.so* /lib/*-linux-gnu/lib*.so*; do
  case ${file##*/} in
    libicu* | libsqlite3.* | liblilv-* | libserd-* | libsord-* | libsratom-*) mount --bind /dev/null "$(readlink -f "$file")" ;;
  esac
done
swift=$(command -v swiftc || true)
[ -z "$swift" ] || mount -t tmpfs none "$(dirname "$(dirname "$(dirname "$(readlink -f "$swift")")")")"
exec "$@"
END
chmod +x "$work/alone"
[ "$(id -u)" -eq 0 ] && hide="unshare -m $work/alone" || hide="unshare -rm $work/alone"
$hide true
# The test plugins of the build are linked with Swift's library.
mkdir "$work/products"
cc -shared -fPIC -O1 "$top"/Tests/TestPlugins/*.c -I "$top/Tests/TestPlugins/include" -o "$work/products/libTestPlugins.so" -lm
for python; do
  name=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  "$python" -m venv "$work/$name"
  "$work/$name/bin/pip" install -q --disable-pip-version-check "$wheel" numpy pytest mypy
  cd "$work"
  # Nothing that it loads is the system's, but for what every Linux has.
  $hide "$work/$name/bin/python" - <<'END'
import re
import sys

import aucat

aucat.default_catalog()
mapped = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
foreign = {path for path in mapped if re.search(r"lib(icu|sqlite3|lilv|serd|sord|sratom|swift)", path) and "/site-packages/" not in path}
assert not foreign, foreign
brought = [path for path in mapped if "/aucat.libs/" in path]
assert len(brought) >= 8, brought
print("wheel: Python", sys.version.split()[0], "loads", len(brought), "libraries of the wheel, and none of theirs from the system")
END
  # The command is inside, and so is all that it starts.
  mkdir -p "$work/home/$name"
  for command in "$work/$name/bin/aucat" "$work/$name/bin/python -m aucat"; do
    HOME=$work/home/$name LV2_PATH=$work/home/$name $hide $command search --count >"$work/count" || [ $? -eq 1 ]
    [ "$($hide $command --version)" = "$("$top/.dev/version")" ] || { echo "wheel: \`$command\` is of another version" >&2; exit 1; }
    [ "$(cat "$work/count")" = 0 ] || { echo "wheel: \`$command search --count\` says: $(cat "$work/count")" >&2; exit 1; }
  done
  AUCAT_TEST_INSTALLED=1 AUCAT_TEST_PRODUCTS=$work/products PYTHONDONTWRITEBYTECODE=1 \
    $hide "$work/$name/bin/python" -m pytest -q -p no:cacheprovider "$top/Tests/Python"
done
