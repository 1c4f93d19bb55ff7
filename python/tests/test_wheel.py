# Licensed under the Apache License, Version 2.0; see the file LICENSE.
import re
from importlib.resources import files

PACKAGE = files("stoa")
# such as: (Apache-2.0) Netty/Buffer (io.netty:netty-buffer:4.1.140.Final - https://netty.io/netty-buffer/)
ENTRY = re.compile(r" *\(\w[^)]*\) .*\([\w.-]+:(?P<name>[\w.-]+):(?P<version>[\w.-]+) - .*\)")


def test_names_the_licence_of_each_library_inside():
    lines = PACKAGE.joinpath("THIRD-PARTY.txt").read_text(encoding="utf-8").splitlines()
    entries = [entry for entry in map(ENTRY.fullmatch, lines) if entry]
    named = {f"{entry['name']}-{entry['version']}.jar" for entry in entries}

    jars = {jar.name for jar in PACKAGE.joinpath("jars").iterdir()}
    assert named == {jar for jar in jars if not jar.startswith("stoa-")}


def test_has_the_licence_and_the_notice_of_stoa():
    assert "Apache License" in PACKAGE.joinpath("LICENSE").read_text(encoding="utf-8")
    assert "Stoa" in PACKAGE.joinpath("NOTICE").read_text(encoding="utf-8")
