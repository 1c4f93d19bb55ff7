# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""
Every snippet of docs/python.md runs, in order, in one namespace; the notebook runs, and has the output that it shows.

STOA_NOTEBOOK=update writes the output into the notebook.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOK = DOCS / "python.ipynb"

REMOTE = ("s3a://", "hdfs://")


def test_the_snippets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    snippets = [code for language, code in blocks if language == "python"]
    assert len(snippets) > 10
    names: dict[str, Any] = {}
    for snippet in snippets:
        code = compile(snippet, "docs/python.md", "exec")
        if not any(scheme in snippet for scheme in REMOTE):  # stores that this machine does not have
            exec(code, names)
    printed = capsys.readouterr().out
    (output,) = [code for language, code in blocks if not language]
    assert output in printed
    assert "the key (id = 1) already exists" in printed


def test_the_notebook(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("matplotlib")
    shutil.copy(NOTEBOOK, tmp_path)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    kept = [shown(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    if os.environ.get("STOA_NOTEBOOK") == "update":
        for cell in notebook.cells:
            cell.metadata = {}
        nbformat.write(notebook, NOTEBOOK)
        return
    assert [shown(cell) for cell in notebook.cells] == kept


def shown(cell: Any) -> str:
    """The text that a cell shows, without bars of progress and pictures."""
    texts = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and output.name == "stdout":
            texts.append(output.text)
        elif output.output_type == "execute_result":
            texts.append(output.data.get("text/plain", ""))
    return "".join(texts)
