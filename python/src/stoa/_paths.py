# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Local paths, and those of Hadoop's file systems."""

from __future__ import annotations

import functools
import os
import re
import urllib.parse
from collections.abc import Mapping
from typing import Any

from stoa import _jvm
from stoa._errors import StoaError, translated

PathLike = str | os.PathLike[str]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_FILE = re.compile(r"file:(?://([^/]*))?(/.*)", re.IGNORECASE | re.DOTALL)
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")


class Place:
    """Where a file or a table is."""

    def __init__(self, path: PathLike, settings: Mapping[str, object]) -> None:
        self.text = os.fsdecode(path)
        try:
            self.text.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{os.fsencode(path)!r}: the path is not UTF-8, which Java needs: rename the file") from None
        for name in settings:
            if "." not in name.replace("__", "."):
                raise TypeError(f"{name!r} is no argument here, and no setting of Hadoop, which has dots in its name")
        self._settings = tuple(sorted((name.replace("__", "."), _text(value)) for name, value in settings.items()))
        uri = _FILE.fullmatch(self.text)
        self.is_local = uri is not None or not _SCHEME.match(self.text)
        if uri is not None:
            host, self.text = uri.groups()
            if host and host.lower() != "localhost":
                raise ValueError(f"{uri[0]}: its host is '{host}', and a file URI names files of this machine: leave the host out")
            if _ESCAPED.search(self.text):
                raise ValueError(
                    f"{uri[0]}: Hadoop takes the escape {_ESCAPED.findall(self.text)[0]} in a file URI for three characters, and"
                    f" other programs for one: give the path without 'file:', such as {urllib.parse.unquote(self.text)}"
                )
        elif self.is_local:
            self.text = os.path.expanduser(self.text)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return os.path.basename(self.text.rstrip("/")) or self.text

    def is_folder(self) -> bool:
        """
        Tells whether a folder is there, or a file.

        :raises FileNotFoundError: if neither is
        """
        if self.is_local:
            if not os.path.exists(self.text):
                raise FileNotFoundError(f"{self.text}: no such file or folder")
            return os.path.isdir(self.text)
        with translated():
            return bool(self._hadoop().getFileStatus(self._hadoop_path()).isDirectory())

    def folder(self) -> Any:
        """Returns it as a folder of Java."""
        with translated():
            if self.is_local:
                return _jvm.java("dev.stoa.vio.LocalFolder")(self._local_path())
            return _jvm.java("dev.stoa.vio.hadoop.HadoopFolder").of(self._hadoop(), self._hadoop_path())

    def source(self) -> Any:
        """Opens it as a file of Java to read."""
        with translated():
            if self.is_local:
                return _jvm.java("dev.stoa.vio.RangeSources").open(self._local_path())
            sources = _jvm.java("dev.stoa.vio.hadoop.HadoopRangeSource")
            return sources.open(self._hadoop(), self._hadoop().getFileStatus(self._hadoop_path()))

    def sink(self, overwrite: bool) -> Any:
        """Begins a file of Java in its place."""
        if self.text.endswith("/"):
            raise IsADirectoryError(f"{self.text}: it ends with '/', so it names a folder: give the name of a file")
        with translated():
            options = _jvm.java("dev.stoa.vio.SinkOptions").DEFAULT.withOverwrite(overwrite)
            if self.is_local:
                return _jvm.java("dev.stoa.vio.LocalFileSink").create(self._local_path(), options)
            sinks = _jvm.java("dev.stoa.vio.hadoop.HadoopFileSink")
            return sinks.create(self._hadoop(), self._hadoop_path(), options)

    def parent(self) -> Place:
        """Returns the folder that it lies in."""
        above = Place("", {})
        above.is_local = self.is_local
        above._settings = self._settings
        if self.is_local:
            above.text = os.path.dirname(self._absolute())
        else:
            above.text = self.text.rstrip("/").rsplit("/", 1)[0] + "/"
        return above

    def _local_path(self) -> Any:
        # Java keeps the folder in which the process began, and os.chdir changes Python's alone
        return _jvm.java("java.nio.file.Path").of(self._absolute())

    def _absolute(self) -> str:
        """Returns the file that the system finds: it goes up from where a link leads, and Java from where the link is."""
        lexical, real = os.path.abspath(self.text), os.path.realpath(self.text)
        return lexical if os.path.realpath(lexical) == real else real

    def _hadoop_path(self) -> Any:
        return _jvm.java("org.apache.hadoop.fs.Path")(self.text)

    def _hadoop(self) -> Any:
        uri = self._hadoop_path().toUri()
        return _file_system(str(uri.getScheme()), str(uri.getAuthority() or ""), self._settings)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@functools.cache
def _file_system(scheme: str, authority: str, settings: tuple[tuple[str, str], ...]) -> Any:
    """Returns a file system; Hadoop's own cache would ignore the settings."""
    conf = _jvm.java("org.apache.hadoop.conf.Configuration")()
    path = _jvm.java("org.apache.hadoop.fs.Path")
    folder = os.environ.get("HADOOP_CONF_DIR")
    if folder and not os.path.isdir(folder):
        raise StoaError(f"HADOOP_CONF_DIR is '{folder}', and no folder is there: correct the variable, or unset it")
    for name in ("core-site.xml", "hdfs-site.xml") if folder else ():
        file = os.path.join(str(folder), name)
        if os.path.isfile(file):
            conf.addResource(path("file://" + os.path.abspath(file)))
    for name, value in settings:
        conf.set(name, value)
    users = _jvm.java("org.apache.hadoop.security.UserGroupInformation")
    if str(conf.get("hadoop.security.authentication", "simple")).lower() != "simple" and not users.isSecurityEnabled():
        users.setConfiguration(conf)  # else Hadoop logs in as its own files say, without these
    uri = _jvm.java("java.net.URI").create(f"{scheme}://{authority}/")
    return _jvm.java("org.apache.hadoop.fs.FileSystem").newInstance(uri, conf)
