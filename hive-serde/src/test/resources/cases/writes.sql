-- CTAS, insert overwrite, multi-insert, union, empty tables, buckets (orc_createas1, parquet_ctas, orc_empty_files, bucketed tables)
create table numbers stored as ${format} as select pos as n, pos % 7 as m, concat('s', pos % 11) as s, cast(pos as decimal(12,2)) / 4 as d from (select 1) one lateral view posexplode(split(space(4999), ' ')) x as pos, val;
select count(*), sum(n), sum(m), min(s), max(s), sum(d) from numbers;
create table copied like numbers;
create table others like numbers;
from numbers insert into copied select * where n < 5 insert into others select * where n >= 4995;
select * from copied union all select * from others order by n;
insert overwrite table copied select n, m, s, d from numbers where n = 42 union all select -n, m, s, d from numbers where n = 43;
select * from copied order by n;
create table nothing (a int, b string) stored as ${format};
insert into nothing select n, s from numbers where n < 0;
select count(*), sum(a), max(b) from nothing;
select * from nothing;
create table bucketed (n int, s string) clustered by (n) sorted by (n) into 4 buckets stored as ${format};
insert into bucketed select n, s from numbers where n < 100;
select count(*), sum(n) from bucketed where n in (5, 50, 500);
select a.n, b.s from bucketed a join bucketed b on a.n = b.n where a.n between 20 and 24 order by a.n;
insert overwrite table copied select * from copied where n < -100;
select count(*) from copied;
