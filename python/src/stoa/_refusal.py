# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""What the C++ code of pyarrow finds in a dataset of Stoa: a file that refuses to be read."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.fs


def _refuse(*_: object) -> Any:
    raise NotImplementedError(
        "pyarrow reads a Stoa dataset by its methods only: give this function the rows, as by dataset.to_table() or"
        " pyarrow.dataset.dataset(dataset.to_table())"
    )


class _Refusal(pa.fs.FileSystemHandler):  # type: ignore[misc]
    create_dir = delete_dir = delete_dir_contents = delete_root_dir_contents = delete_file = move = copy_file = _refuse
    get_file_info = get_file_info_selector = _refuse
    open_input_stream = open_input_file = open_output_stream = open_append_stream = _refuse

    def get_type_name(self) -> str:
        return "stoa"

    def normalize_path(self, path: str) -> str:
        return path


def refusing(schema: pa.Schema) -> pa.dataset.Dataset:
    """Returns a dataset of pyarrow whose scans fail, and say what to do."""
    store, kind = pa.fs.PyFileSystem(_Refusal()), pa.dataset.IpcFileFormat()
    return pa.dataset.FileSystemDataset([kind.make_fragment("rows", filesystem=store)], schema, kind, store)
