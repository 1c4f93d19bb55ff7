# Licensed under the Apache License, Version 2.0; see the file LICENSE.
#
# Read by the launchers: finds the JVM. Sets java, home, version and major, or ends with a message.

fail() {
    echo "stoa: $1" >&2
    exit 1
}

# The JVM's "release" file tells its version without starting it.
if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
    home=$JAVA_HOME
else
    java=$(command -v java) || fail "no java found: install a JDK 17 or newer and set JAVA_HOME or PATH"
    home=$(dirname "$(dirname "$(readlink -f "$java" 2>/dev/null || echo "$java")")")
fi
version=
if [ -r "$home/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$home/release")
fi
if [ -z "$version" ]; then
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1)
fi
major=${version%%[.+-]*}
case $major in
    '' | *[!0-9]*) fail "can't tell the version of $java" ;;
esac
[ "$major" -ge 17 ] || fail "$java is Java $version: Stoa needs 17 or newer (set JAVA_HOME)"
