-- every type, with nulls, extremes and empty values (orc_create, parquet_types, orc_empty_strings, orc_ends_with_nulls)
create table ty (k int, bo boolean, ti tinyint, si smallint, i int, bi bigint, f float, d double, s string, ch char(5), vc varchar(5), bin binary, dt date, ts timestamp, d9 decimal(9,3), d18 decimal(18,2), d38 decimal(38,10)) stored as ${format};
insert into ty
  select 1, true, 1Y, 2S, 3, 4L, cast(1.5 as float), 2.5D, 's', cast('ch' as char(5)), cast('vc' as varchar(5)), cast('bin' as binary), date '2020-02-29', timestamp '1969-12-31 00:00:01.5', -1.5, 12.34, 12345678901234567890.1234
  union all select 2, false, cast(-128 as tinyint), cast(-32768 as smallint), cast(-2147483648 as int), -9223372036854775807 - 1L, cast('-3.4028235E38' as float), cast('4.9E-324' as double), '', cast('' as char(5)), cast('' as varchar(5)), cast('' as binary), date '0001-01-01', timestamp '0001-01-01 00:00:00', -999999.999, -9999999999999999.99, -9999999999999999999999999999.9999999999
  union all select 3, true, 127Y, 32767S, 2147483647, 9223372036854775807, cast('NaN' as float), cast('Infinity' as double), 'Zürich ☕ 𝄞', cast('ab ' as char(5)), cast(' ab ' as varchar(5)), unhex('00FF80'), date '9999-12-31', timestamp '9999-12-31 23:59:59.999999999', 999999.999, 9999999999999999.99, 9999999999999999999999999999.9999999999;
insert into ty select x.k, t.bo, t.ti, t.si, t.i, t.bi, t.f, t.d, t.s, t.ch, t.vc, t.bin, t.dt, t.ts, t.d9, t.d18, t.d38 from (select 4 as k) x left join ty t on t.k = x.k;
select * from ty;
select k, bo, ti, si, i, bi, f, d, s, concat('[', ch, ']'), concat('[', vc, ']'), hex(bin), dt, ts, d9, d18, d38 from ty order by k;
select count(*), count(bo), count(f), sum(ti), sum(si), sum(bi % 10), min(s), max(s), min(ch), max(vc), min(dt), max(dt), min(ts), max(ts), sum(d9), sum(d18), min(d38), max(d38) from ty;
set hive.vectorized.execution.enabled=false;
select count(*), count(bo), count(f), sum(ti), sum(si), min(s), max(s), min(ch), max(vc), min(dt), max(dt), min(ts), max(ts), sum(d9), sum(d18), min(d38), max(d38) from ty;
select k from ty where ch = 'ab' or vc = 'vc' or bin = cast('bin' as binary) order by k;
