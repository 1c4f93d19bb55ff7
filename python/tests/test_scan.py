# Licensed under the Apache License, Version 2.0; see the file LICENSE.
from __future__ import annotations

import pickle
import sys
import types
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
import pytest
from conftest import plain, rows

import stoa
from stoa import _run


def same(found: pa.Table, expected: pa.Table) -> None:
    assert found.to_pydict().keys() == expected.to_pydict().keys()
    assert repr(plain(found).to_pylist()) == repr(plain(expected).to_pylist())


def test_reads_all(file: Path, table: pa.Table) -> None:
    dataset = stoa.open(file)
    same(dataset.scan().to_arrow(), table)
    assert [field.type for field in dataset.schema] == [field.type for field in table.schema]
    assert len(dataset) == 1000
    assert dataset.count_rows() == 1000


def test_selects_columns_in_their_order(file: Path, table: pa.Table) -> None:
    same(stoa.open(file).scan(columns=["text", "id"]).to_arrow(), table.select(["text", "id"]))


def test_selects_fields_of_structs(file: Path, table: pa.Table) -> None:
    found = stoa.open(file).scan(columns=["point.x"]).to_arrow()
    assert found.schema.names == ["point.x"]
    assert found.column(0).to_pylist() == [p and p["x"] for p in table["point"].to_pylist()]


def test_selects_no_column(file: Path) -> None:
    found = stoa.open(file).scan(columns=[]).to_arrow()
    assert (found.num_rows, found.num_columns) == (1000, 0)


def test_reads_some_rows(file: Path, table: pa.Table) -> None:
    same(stoa.open(file).scan(rows=(17, 30)).to_arrow(), table.slice(17, 13))
    same(stoa.open(file).head(5), table.slice(0, 5))
    with pytest.raises(ValueError, match="rows 990 to 1001 are not within the 1000 rows"):
        stoa.open(file).scan(rows=(990, 1001))


def test_filters_by_text(file: Path) -> None:
    found = stoa.open(file).scan(columns=["id"], filter="id >= 10 and id < 20 and not id = 15").to_arrow()
    assert found["id"].to_pylist() == [10, 11, 12, 13, 14, 16, 17, 18, 19]


def test_finds_columns_of_another_case_beside_expressions(tmp_path: Path) -> None:
    """As a scan finds them everywhere; the expressions of pyarrow need the very name."""
    stoa.write(tmp_path / "a.stoa", {"id": [1, 2, 3], "a.b": ["x", "y", "z"], "Two": [1, 1, 1], "two": [2, 2, 2]})
    dataset = stoa.open(tmp_path / "a.stoa")
    for columns in (["ID"], ["ID", "A.B"], ["A.B"], []):
        for filter in ("ID > 1", pc.field("id") > 1, pc.field("id") * 2 > 3, (pc.field("id") > 1) & (pc.field("a.b") != "x")):
            found = dataset.scan(columns=columns, filter=filter)
            assert found.schema.names == [name.lower() for name in columns]
            assert found.to_arrow().num_rows == found.count_rows() == 2
            assert dataset.to_table(columns=columns, filter=filter).schema.names == found.schema.names
    assert dataset.scan(columns=["Two", "two"]).to_arrow().to_pydict() == {"Two": [1, 1, 1], "two": [2, 2, 2]}
    with pytest.raises(ValueError, match="'TWO' may be any of 'Two', 'two'"):
        dataset.scan(columns=["TWO"])


def test_scans_again(file: Path) -> None:
    scan = stoa.open(file).scan(filter="id < 100")
    assert scan.to_arrow().num_rows == scan.to_arrow().num_rows == scan.count_rows() == 100


def test_a_replaced_file_has_its_own_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.stoa"
    contents = [
        pa.table({"id": [1, 2]}),
        pa.table({"id": pa.array([1, 2], pa.int32())}),
        pa.table({"id": pa.array([1, 2], pa.int32())}).replace_schema_metadata({"unit": "m"}),
        pa.table({"id": ["1", "2"], "more": [True, None]}),
        pa.table({"id": [3, 4]}),
    ]
    for content in contents:
        stoa.write(path, content, overwrite=True)
        dataset = stoa.open(path)
        found = dataset.scan().to_arrow()
        assert found.to_pydict() == content.to_pydict()
        assert [field.type for field in found.schema] == [field.type for field in content.schema]
        assert (dataset.schema.metadata or {}).get(b"unit") == (content.schema.metadata or {}).get(b"unit")


def test_the_arrow_schema_of_a_parquet_file_is_not_handed_on(tmp_path: Path) -> None:
    """pyarrow writes it again, and then reads the columns of another table by it."""
    path = tmp_path / "a.stoa"
    metadata = {"ARROW:schema": "of other columns", "unit": "m"}
    stoa.write(path, pa.table({"id": [1, 2]}).replace_schema_metadata(metadata))
    assert stoa.open(path).schema.metadata == {b"unit": b"m"}
    assert stoa.open(path).scan(columns=["id"]).to_arrow().schema.metadata == {b"unit": b"m"}


def test_makes_an_arrow_schema_once_for_equal_columns(file: Path, table: pa.Table) -> None:
    stoa.open(file).scan(columns=["id", "text"]).to_arrow()
    before = _run._arrow_schema.cache_info().misses
    same(stoa.open(file).scan(columns=["id", "text"]).to_arrow(), table.select(["id", "text"]))
    assert _run._arrow_schema.cache_info().misses == before


def test_gives_batches_in_order_with_any_number_of_threads(tmp_path: Path) -> None:
    table = pa.table({"id": pa.array(range(900_000)), "mod": pa.array([i % 1000 for i in range(900_000)])})
    stoa.write(tmp_path / "many.stoa", table)
    dataset = stoa.open(tmp_path / "many.stoa")
    for threads in (1, 2, 5):
        scan = dataset.scan(threads=threads)
        assert scan.to_arrow().cast(table.schema).equals(table)
        assert max(batch.num_rows for batch in scan.batches()) <= 65_536
    for batch in dataset.scan().batches():  # leaves the scan in its middle
        assert batch.num_rows > 0
        break
    assert dataset.scan(filter=pc.field("mod") == 3).to_arrow()["id"].to_pylist() == list(range(3, 900_000, 1000))


def test_is_an_arrow_stream(file: Path) -> None:
    assert pa.table(stoa.open(file).scan(columns=["id"])).num_rows == 1000
    assert pa.table(stoa.open(file)).num_rows == 1000
    assert stoa.open(file).scan().to_reader().read_all().num_rows == 1000


def test_to_pandas_and_polars(file: Path, table: pa.Table) -> None:
    scan = stoa.open(file).scan(columns=["id", "text"])
    assert scan.to_pandas()["text"].isna().sum() == table["text"].null_count
    assert scan.to_polars().shape == (1000, 2)


def test_shows_progress(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stoa.open(file).scan().to_arrow(progress=True)
    assert "rows.stoa" in capsys.readouterr().err
    stoa.open(file).scan().to_arrow()
    assert capsys.readouterr().err == ""


def test_shows_progress_in_notebooks(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    stoa.open(file).scan().to_arrow()
    assert "rows.stoa" in capsys.readouterr().err
    stoa.open(file).scan().to_arrow(progress=False)
    assert capsys.readouterr().err == ""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # as if it were not installed
    assert stoa.open(file).scan().to_arrow(progress=True).num_rows == 1000
    assert capsys.readouterr().err == ""


def test_shows_its_shape(file: Path) -> None:
    lines = repr(stoa.open(file)).splitlines()
    assert lines[0] == f"stoa.Dataset {file}: 1,000 rows x 12 columns"
    assert lines[1] == "  id: int64"
    assert "columns id, text" in repr(stoa.open(file).scan(columns=["id", "text"]))


def test_refuses_what_is_not_there(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no column 'other'"):
        stoa.open(file).scan(columns=["other"])
    with pytest.raises(FileNotFoundError, match="missing.stoa: no such file or folder"):
        stoa.open(tmp_path / "missing.stoa")
    with pytest.raises(ValueError, match="a file has no versions"):
        stoa.open(file).scan(version=1)
    with pytest.raises(TypeError, match="must be a list of names"):
        stoa.open(file).scan(columns="id")
    with pytest.raises(ValueError, match="threads is 0"):
        stoa.open(file).scan(threads=0)


def test_acts_as_a_dataset_of_pyarrow(file: Path, table: pa.Table) -> None:
    stoa.write(file.with_name("simple.stoa"), {"id": [1, 2, 3], "name": ["a", "b", "c"]})
    dataset = stoa.open(file)
    few = dataset.filter(pc.field("id") < 10)
    assert few.count_rows() == len(few) == 10
    assert few.filter(pc.field("id") >= 5).to_table(columns=["id"])["id"].to_pylist() == [5, 6, 7, 8, 9]
    assert dataset.take([3, 1], columns=["id"])["id"].to_pylist() == [3, 1]
    assert dataset.to_table(columns={"twice": pc.field("id") * 2}).slice(0, 3)["twice"].to_pylist() == [
        0,
        2,
        4,
    ]
    assert next(few.get_fragments()).to_table().num_rows == 10
    assert few.sort_by([("id", "descending")]).to_table()["id"][0].as_py() == 9
    simple = stoa.open(file.with_name("simple.stoa"))
    assert simple.join(simple, "id", right_suffix="_r").to_table().num_rows == 3
    assert dataset.partition_expression.equals(pc.scalar(True))
    with pytest.raises(NotImplementedError, match="cast the table that a scan returns"):
        dataset.replace_schema(table.schema)
    with pytest.raises(NotImplementedError, match=r"by dataset\(\[a.to_table\(\), b.to_table\(\)\]\)"):
        pa.dataset.dataset([dataset, dataset])
    assert pa.dataset.dataset([dataset.to_table(), dataset.to_table()]).count_rows() == 2000
    for unpickled in (dataset, dataset.scan()):
        with pytest.raises(TypeError, match="can't be pickled"):
            pickle.dumps(unpickled)


def test_functions_of_pyarrow_refuse_a_dataset(tmp_path: Path) -> None:
    """They read it in C++, past its methods."""
    file = tmp_path / "a.stoa"
    stoa.write(file, {"id": [1, 2, 6]})
    other = pa.table({"id": [1], "more": [2]})
    table = stoa.Table.create(tmp_path / "t", pa.schema([("id", pa.int64())]))
    for dataset in (stoa.open(file), stoa.open(file).filter("id > 5"), table, table.at(0)):
        for call in (
            lambda: pa.dataset.dataset(other).join(dataset, "id"),
            lambda: other.join(dataset, "id"),
            lambda: pa.dataset.dataset(other).join_asof(dataset, "id", "more", 0, "id", "id"),
            lambda: pa.dataset.Scanner.from_dataset(dataset).to_table(),
            lambda: pa.dataset.Scanner.from_dataset(dataset, columns=["id"], filter=pc.field("id") > 1).count_rows(),
            lambda: pa.dataset.UnionDataset(dataset.schema, [dataset]).to_table(),
        ):
            with pytest.raises(NotImplementedError, match=r"by its methods only: give this function the rows, as by dataset.to_table"):
                call()
    assert other.join(stoa.open(file).to_table(columns=["id"]), "id").num_rows == 1


def test_every_method_of_pyarrow_is_our_own() -> None:
    """pyarrow's would find no rows that it may read."""
    import pyarrow.dataset

    theirs = {name for name in vars(pyarrow.dataset.Dataset) if not name.startswith("_")}
    assert theirs - set(vars(stoa.Dataset)) == set()


def test_passes_over_no_argument(file: Path, table: pa.Table, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="'verison' is no argument"):
        stoa.open(file, verison=3)
    with pytest.raises(TypeError, match="'overwite' is no argument"):
        stoa.write(file, table, overwite=True)
    with pytest.raises(TypeError, match="'keys' is no argument"):
        stoa.Table.create(tmp_path / "t", table.schema, keys=["id"])
    with pytest.raises(TypeError, match="'quik' is no argument"):
        stoa.verify(file, quik=True)
    assert not (tmp_path / "t").exists()
    dataset = stoa.open(file, fs__s3a__endpoint="http://127.0.0.1:9")
    for read in (dataset.scanner, dataset.to_table, dataset.to_batches, dataset.count_rows):
        with pytest.raises(TypeError, match="no option 'rows' here"):
            read(rows=(0, 10))
        with pytest.raises(TypeError, match="the option filter takes the same list"):
            read(filters=[("id", "<", 10)])
    assert dataset.to_table(batch_size=100, use_threads=False).num_rows == 1000


def test_filters_a_filtered_dataset(file: Path, table: pa.Table) -> None:
    """Also where one filter is SQL text and the other an expression, as DuckDB and Polars give it."""
    duckdb = pytest.importorskip("duckdb")
    few = stoa.open(file).filter("id >= 100 or id < 3").filter(pc.field("id") < 110)
    assert few.to_table()["id"].to_pylist() == [0, 1, 2, *range(100, 110)]
    assert few.filter("id < 2").count_rows() == 2
    assert few.filter(pc.field("id") * 2 > 200).filter(pc.field("id") * 2 < 210).count_rows() == 4
    assert duckdb.sql("select min(id), max(id) from few where id >= 2 and id < 105").fetchall() == [(2, 104)]
    assert repr(few).splitlines()[0].endswith("filtered by (id >= 100 or id < 3) and ((id < 110))")


def test_has_what_data_frames_have(file: Path, table: pa.Table) -> None:
    dataset = stoa.open(file)
    assert dataset.columns == table.column_names
    same(dataset.head(), table.slice(0, 5))
    same(dataset.filter("id > 2").scan().head(), table.slice(3, 5))
    same(dataset.to_arrow(), table)
    assert dataset.filter("id < 7").to_pandas().shape == dataset.filter("id < 7").to_polars().shape == (7, 12)


def test_limits_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "claims.stoa"
    stoa.write(path, {"n": pa.array(range(300_000)), "z": pa.array([None] * 300_000, pa.int32())})
    folder = tmp_path / "table"
    stoa.Table.create(folder, stoa.open(path).schema).insert(stoa.open(path).scan())
    for dataset in (stoa.open(path), stoa.open(folder)):
        for limits in (stoa.Limits(rows=100_000), stoa.Limits(bytes=100_000), stoa.Limits(seconds=0)):
            with pytest.raises(stoa.ScanLimitError, match="limit"):
                dataset.scan(limits=limits).to_arrow()
        with pytest.raises(stoa.ScanLimitError, match="limit of 1000 rows"):
            dataset.scan(filter="n <> 5", limits=stoa.Limits(rows=1000)).count_rows()
        enough = dataset.scan(limits=stoa.Limits(rows=300_000, bytes=1 << 30, seconds=1e6))
        for _ in range(2):  # each reading counts anew
            assert enough.to_arrow().num_rows == 300_000
        with pytest.raises(ValueError, match="rows is -1, must be from 0"):
            dataset.scan(limits=stoa.Limits(rows=-1))


def test_a_check_passes_over_no_limit(file: Path) -> None:
    with pytest.raises(stoa.ScanLimitError, match="limit of 10 rows"):
        stoa.verify(file, limits=stoa.Limits(rows=10))
    assert stoa.verify(file, limits=stoa.Limits(rows=100_000, bytes=1 << 30, seconds=1000))
    with pytest.raises(ValueError, match="limits count data, and quick=True reads none"):
        stoa.verify(file, quick=True, limits=stoa.Limits(rows=10))
    with pytest.raises(ValueError, match="row_bytes is for scans"):
        stoa.verify(file, limits=stoa.Limits(row_bytes=10))
    with pytest.raises(TypeError, match="limits is a dict, must be a stoa.Limits"):
        stoa.verify(file, limits={"rows": 10})  # type: ignore[arg-type]


def test_takes_paths_relative_to_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        stoa.write("a.stoa", {"name": [name]})
        assert stoa.open("a.stoa").scan().to_arrow().to_pylist() == [{"name": name}]
        table = stoa.Table.create("t", pa.schema([("name", pa.string())]))
        table.insert({"name": [name]})
        monkeypatch.chdir(tmp_path)
        assert len(table) == 1
        assert (tmp_path / name / "t").is_dir()


def test_keeps_a_file_open_until_it_is_closed(tmp_path: Path) -> None:
    stoa.write(tmp_path / "a.stoa", rows(10))
    with stoa.open(tmp_path / "a.stoa") as dataset:
        assert len(dataset) == 10


def test_says_how_to_convert_files_of_other_formats(tmp_path: Path) -> None:
    data = pa.table({"id": list(range(100))})
    pa.parquet.write_table(data, tmp_path / "a.parquet")
    pa.orc.write_table(data, tmp_path / "b.orc")
    pa.feather.write_feather(data, tmp_path / "c.arrow", compression="uncompressed")
    for name, kind in (("a.parquet", "a Parquet"), ("b.orc", "an ORC"), ("c.arrow", "an Arrow")):
        with pytest.raises(stoa.CorruptFileError) as refused:
            stoa.open(tmp_path / name)
        words, _, code = str(refused.value).partition(", or in Python by ")
        assert words == f"{tmp_path}/{name}: this is {kind} file, not a Stoa file: make one of it by 'stoa convert'"
        exec(code, {"stoa": stoa, "pyarrow": pa})  # noqa: S102
        assert stoa.open((tmp_path / name).with_suffix(".stoa")).count_rows() == 100


def test_limits_and_allows_large_rows(tmp_path: Path) -> None:
    long = "x" * (10 << 20)
    stoa.write(tmp_path / "a.stoa", {"text": ["a", long]})
    table = stoa.Table.create(tmp_path / "t", pa.schema([("text", pa.string())]))
    table.insert({"text": ["a", long]})
    for dataset in (stoa.open(tmp_path / "a.stoa"), table):
        with pytest.raises(stoa.RowTooLargeError, match="row 1 is too large"):
            dataset.scan(limits=stoa.Limits(row_bytes=1 << 20)).to_arrow()
        assert dataset.scan(limits=stoa.Limits(row_bytes=20 << 20)).to_arrow()["text"].to_pylist() == ["a", long]
        with pytest.raises(ValueError, match="maxRowBytes"):
            dataset.scan(limits=stoa.Limits(row_bytes=0))


@pytest.mark.parametrize(
    "options",
    [
        {"rows": range(10, 20)},
        {"rows": (1, 2, 3)},
        {"rows": "19"},
        {"rows": (1.5, 3)},
        {"rows": 5},
        {"threads": 1.5},
        {"threads": "2"},
        {"columns": {"id": pc.field("id") * 2}},
        {"columns": [0]},
        {"columns": [pc.field("id")]},
        {"limits": {"rows": 5}},
        {"version": True},
    ],
    ids=str,
)
def test_refuses_arguments_of_other_types(file: Path, tmp_path: Path, options: dict[str, Any]) -> None:
    dataset = stoa.open(file) if "version" not in options else stoa.Table.create(tmp_path / "t", pa.schema([("id", pa.int64())]))
    with pytest.raises(TypeError, match=f"{next(iter(options))}( is| has| of)"):
        dataset.scan(**options)


def test_refuses_numbers_out_of_range(file: Path) -> None:
    for options in ({"threads": 0}, {"threads": 2**40}, {"rows": (-5, 3)}):
        with pytest.raises(ValueError, match="threads is|rows -5"):
            stoa.open(file).scan(**options)  # type: ignore[arg-type]
    for limit, value in (("rows", -1), ("bytes", 2**64), ("seconds", -1), ("seconds", float("nan"))):
        with pytest.raises(ValueError, match=f"{limit} is"):
            stoa.Limits(**{limit: value})
    with pytest.raises(TypeError, match="rows is 1.5, must be a whole number"):
        stoa.Limits(rows=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [1e12, 1e300, float("inf")])
def test_ages_are_no_limit(file: Path, seconds: float) -> None:
    assert stoa.open(file).scan(limits=stoa.Limits(seconds=seconds)).to_arrow().num_rows == 1000
