# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""The archive of classes: 'python -m stoa.warm' makes it, and a JVM that can't use it starts without it, in silence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stoa import _classes, _jvm

READ = """
import sys, stoa
rows = stoa.open(sys.argv[1]).scan().to_arrow().num_rows
options = stoa._jvm.java("java.lang.management.ManagementFactory").getRuntimeMXBean().getInputArguments()
print(rows, sum("SharedArchiveFile" in str(option) for option in options))
"""


def python(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)], capture_output=True, text=True, timeout=300, env={**os.environ, **environment}
    )


def read(file: Path, cache: Path, **environment: str) -> tuple[int, str, str]:
    done = python("-c", READ, file, XDG_CACHE_HOME=str(cache), **environment)
    return done.returncode, done.stdout, done.stderr


def loaded(file: Path, cache: Path, log: Path) -> int:
    """How many classes of Stoa a read takes from an archive."""
    done = read(file, cache, STOA_OPTS=f"-Xlog:class+load:file={log}")
    assert done[0] == 0, done[2]
    return sum("dev.stoa." in line and "shared objects file (top)" in line for line in log.read_text().splitlines())


def homes() -> list[Path]:
    """The JVMs of this machine that can be used."""
    found = {home.resolve() for home in _jvm.find_java()[0].parent.iterdir() if _jvm.library(home).exists()}
    return sorted(home for home in found if _jvm.release(home) >= _jvm.OLDEST)


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.name)
def test_warms_each_jvm(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(home))
    cache = tmp_path / "with a space"
    assert loaded(file, cache, tmp_path / "before.txt") == 0
    for _ in range(2):
        done = python("-m", "stoa.warm", XDG_CACHE_HOME=str(cache))
        (archive,) = cache.rglob("*.*")
        assert (done.returncode, done.stdout) == (0, f"{archive}: later processes start with these classes\n"), done.stderr
    assert archive.stat().st_mode & 0o777 == 0o600
    assert archive.parent.stat().st_mode & 0o777 == 0o700
    assert loaded(file, cache, tmp_path / "after.txt") > 100
    assert read(file, cache) == (0, "1000 1\n", "")
    assert read(file, cache, STOA_OPTS="-Xshare:off") == (0, "1000 1\n", "")
    whole = archive.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 255
    for damaged in (b"", whole[: len(whole) // 2], bytes(changed)):
        archive.write_bytes(damaged)
        assert read(file, cache) == (0, "1000 0\n", "")
    archive.write_bytes(whole)
    assert read(file, cache) == (0, "1000 1\n", "")
    archive.chmod(0o666)  # others may have written it
    assert read(file, cache) == (0, "1000 0\n", "")
    archive.unlink()
    archive.mkdir()
    assert read(file, cache) == (0, "1000 0\n", "")


def test_leaves_out_the_archive_of_other_jars(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update of the package puts other jars in the place of those that the archive is of."""
    shutil.copytree(Path(_jvm.jars()[0]).parent, tmp_path / "jars")
    monkeypatch.setenv("STOA_JARS", str(tmp_path / "jars"))
    assert python("-m", "stoa.warm", XDG_CACHE_HOME=str(tmp_path)).returncode == 0
    assert loaded(file, tmp_path, tmp_path / "before.txt") > 100
    (jar,) = (tmp_path / "jars").glob("stoa-reader-*.jar")
    os.utime(jar, (1, 1))
    assert read(file, tmp_path) == (0, "1000 1\n", "")
    assert loaded(file, tmp_path, tmp_path / "after.txt") == 0


def test_says_why_it_makes_no_archive(file: Path, tmp_path: Path) -> None:
    (tmp_path / "stoa").write_text("a file")
    done = python("-m", "stoa.warm", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == f"stoa.warm: [Errno 17] File exists: '{tmp_path}/stoa'\n"
    assert read(file, tmp_path) == (0, "1000 0\n", "")
    done = python("-m", "stoa.warm", XDG_CACHE_HOME=str(tmp_path / "c"), STOA_OPTS="-XX:Wrong")
    assert done.returncode == 1
    assert "the JVM made no archive of classes" in done.stderr
    assert "STOA_OPTS is '-XX:Wrong'" in done.stderr
    assert list((tmp_path / "c" / "stoa").iterdir()) == []


def test_needs_a_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("/java")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    stem = _classes.stem(home, ["a.jar"])
    assert stem is not None
    assert stem.parent == Path("/cache/stoa")
    assert _classes.stem(home, ["b.jar"]) != stem
    assert _classes.stem(Path("/other"), ["a.jar"]) != stem
    monkeypatch.setenv("XDG_CACHE_HOME", "/ca:che")
    assert _classes.stem(home, ["a.jar"]) is None
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/me")
    assert _classes.stem(home, ["a.jar"]) == Path("/home/me/.cache/stoa", stem.name)
