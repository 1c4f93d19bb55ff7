# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Sessions of a Spark Connect server that has no class of ours, until a session adds the jar: its arguments are the jar, and a folder.

Runs in a Python that has pyspark; the server is that of its distribution, on a port of the loopback device.
"""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

jar, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def start(port):
    """Starts a server and returns its process, once it answers."""
    home = os.path.dirname(pyspark.__file__)
    environment = os.environ | {"SPARK_HOME": home, "SPARK_LOCAL_IP": "127.0.0.1"}
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": port,
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": 2,
        "spark.ui.enabled": "false",
    }
    command = [f"{home}/bin/spark-submit", "--master", "local[2]", "--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    with open(folder / "server.log", "wb") as log:
        server = subprocess.Popen(command + ["spark-internal"], stdout=log, stderr=log, env=environment, cwd=folder)
    for _ in range(120):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(1)
    server.terminate()
    raise SystemExit(f"the server does not start: {folder}/server.log")


def change(spark, name):
    """Writes and changes tables in a session that has the jar, and says what is in them."""
    spark.conf.set("spark.sql.catalog.stoa", "dev.stoa.spark.StoaCatalog")
    spark.conf.set("spark.sql.catalog.stoa.warehouse", str(folder / "lake"))
    table = f"stoa.{name}.t"
    answers = []

    def ask(query):
        answers.append(tuple(spark.sql(query).first()))

    spark.sql(f"create table {table} as select id, concat('s', id) as s from range(20000)").collect()
    ask(f"select count(*), sum(id) from {table}")
    spark.sql(f"insert into {table} values (20000, 'added')").collect()
    ask(f"select count(*), max(id) from {table}")
    spark.sql(f"delete from {table} where id < 1000").collect()
    spark.sql(
        f"merge into {table} t using (select 7000L as id union select 20001L) u on t.id = u.id"
        " when matched then update set s = 'merged' when not matched then insert (id, s) values (u.id, 'new')"
    ).collect()
    ask(f"select count(*), max(if(s = 'merged', id, 0)) from {table}")
    path = str(folder / f"path-{name}")
    spark.range(100).write.format("stoa").save(path)
    spark.range(100).write.format("stoa").mode("append").save(path)
    answers.append((spark.read.format("stoa").load(path).count(),))
    return answers


def stream(spark, name):
    """Copies the table by a stream."""
    rows = spark.readStream.table(f"stoa.{name}.t")
    writer = rows.writeStream.trigger(availableNow=True).option("checkpointLocation", str(folder / f"checkpoint-{name}"))
    writer.toTable(f"stoa.{name}.streamed").awaitTermination()
    return [tuple(spark.sql(f"select count(*) from stoa.{name}.streamed").first())]


EXPECTED = [(20000, 199990000), (20001, 20000), (19002, 7000), (200,)]
port = free_port()
server = start(port)
try:
    artifact = SparkSession.builder.remote(f"sc://127.0.0.1:{port}").create()
    artifact.addArtifact(str(jar))
    answers = change(artifact, "artifact") + stream(artifact, "artifact")
    assert answers == EXPECTED + [(19002,)], answers
    other = SparkSession.builder.remote(f"sc://127.0.0.1:{port}").create()
    other.sql(f"add jar '{jar}'").collect()
    answers = change(other, "added")
    assert answers == EXPECTED, answers
    try:
        raise SystemExit(f"Spark tells tasks of streams of an added jar now: say so in docs/spark.md: {stream(other, 'added')}")
    except pyspark.errors.StreamingQueryException as e:
        assert "ClassNotFoundException: dev.stoa." in str(e), e
finally:
    server.terminate()
    server.wait()
print("2 sessions of Spark Connect: all as expected")
