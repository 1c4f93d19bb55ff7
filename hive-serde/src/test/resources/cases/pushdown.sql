-- conditions that are pushed down, on every type (orc_ppd_basic, orc_ppd_date, orc_ppd_decimal, orc_ppd_timestamp, orc_ppd_char, orc_ppd_varchar, orc_ppd_is_null, orc_ppd_boolean, orc_predicate_pushdown, parquet_ppd_*)
set hive.strict.timestamp.conversion=false;
create table pd stored as ${format} as select pos as i, cast(pos % 100 as tinyint) as ti, cast(pos as bigint) * 1000000000L as bi, cast(if(pos % 10 = 0, null, pos) as int) as ni, cast(pos / 8 as double) as d, cast(pos / 8 as float) as f, cast(pos / 100 as decimal(10,2)) as dc, cast(concat('c', pos % 50) as char(6)) as ch, cast(concat('v', pos % 50) as varchar(6)) as vc, if(pos % 13 = 0, null, concat('s', pos)) as s, date_add(date '2020-01-01', cast(pos / 10 as int)) as dt, cast((1577836800L + pos * 60) * 1000 as timestamp) as ts, pos % 2 = 0 as bo from (select 1) one lateral view posexplode(split(space(9999), ' ')) x as pos, val;
set hive.fetch.task.aggr=true;
select count(*), sum(i) from pd where i < 5.5;
select count(*), sum(i) from pd where i < 5 or i > 9990 or i = 77;
select count(*), sum(i) from pd where i = 5.5D or i in (7, 8, 9) or i between 100 and 103;
select count(*), sum(i) from pd where not (i > 5 and ni is not null) and not (bi >= 8000000000000);
select count(*), sum(i) from pd where ni <=> null or ni <=> 3;
select count(*), sum(i) from pd where ni is null and i between 95 and 205;
select count(*), sum(i) from pd where d < 0.5 or d > 1249.5 or f = 0.125 or f = 3.3;
select count(*), sum(i) from pd where d in (0.5, 0.625, 0.6) or d = 0 or d <> d;
select count(*), sum(i) from pd where dc = 0.07 or dc between 99.95 and 100.05 or dc < 0.025;
select count(*), sum(i) from pd where ch = 'c7' and vc = 'v7' and s <> 's7';
select count(*), sum(i) from pd where ch < 'c1 ' or vc >= 'v49' or s in ('s1', 's2', 's13', 's14');
select count(*), sum(i) from pd where s like 's999%' or s is null and i < 100;
select count(*), sum(i) from pd where dt = date '2020-01-03' or dt > '2022-09-20';
select count(*), sum(i) from pd where ts < timestamp '2020-01-01 00:10:00' or ts between '2020-01-07 22:30:00' and '2020-01-07 22:33:00.5';
select count(*), sum(i) from pd where bo and i < 10 or not bo and i > 9990;
select count(*), sum(i) from pd where (d < 0.5 or dt = date '2020-01-03' or ch = 'c7') and ts >= timestamp '2020-01-01 00:03:00' and s is not null;
select count(*), sum(i) from pd where i in (1, null) or ti = 3;
select count(*), sum(i) from pd where i + 1 < 5 or cast(i as string) = '77';
-- all at once, vectorised
set hive.fetch.task.conversion=none;
set hive.optimize.shared.work=false;
select 0, count(*), sum(i) from pd where i < 5.5
  union all select 1, count(*), sum(i) from pd where i < 5 or i > 9990 or i = 77
  union all select 2, count(*), sum(i) from pd where i = 5.5D or i in (7, 8, 9) or i between 100 and 103
  union all select 3, count(*), sum(i) from pd where not (i > 5 and ni is not null) and not (bi >= 8000000000000)
  union all select 4, count(*), sum(i) from pd where ni <=> null or ni <=> 3
  union all select 5, count(*), sum(i) from pd where ni is null and i between 95 and 205
  union all select 6, count(*), sum(i) from pd where d < 0.5 or d > 1249.5 or f = 0.125 or f = 3.3
  union all select 7, count(*), sum(i) from pd where d in (0.5, 0.625, 0.6) or d = 0 or d <> d
  union all select 8, count(*), sum(i) from pd where dc = 0.07 or dc between 99.95 and 100.05 or dc < 0.025;
select 9, count(*), sum(i) from pd where ch = 'c7' and vc = 'v7' and s <> 's7'
  union all select 10, count(*), sum(i) from pd where ch < 'c1 ' or vc >= 'v49' or s in ('s1', 's2', 's13', 's14')
  union all select 11, count(*), sum(i) from pd where s like 's999%' or s is null and i < 100
  union all select 12, count(*), sum(i) from pd where dt = date '2020-01-03' or dt > '2022-09-20'
  union all select 13, count(*), sum(i) from pd where ts < timestamp '2020-01-01 00:10:00' or ts between '2020-01-07 22:30:00' and '2020-01-07 22:33:00.5'
  union all select 14, count(*), sum(i) from pd where bo and i < 10 or not bo and i > 9990
  union all select 15, count(*), sum(i) from pd where (d < 0.5 or dt = date '2020-01-03' or ch = 'c7') and ts >= timestamp '2020-01-01 00:03:00' and s is not null
  union all select 16, count(*), sum(i) from pd where i in (1, null) or ti = 3
  union all select 17, count(*), sum(i) from pd where i + 1 < 5 or cast(i as string) = '77';
select a.i, b.s from pd a join pd b on a.i = b.ni where b.dc < 0.05 order by a.i;
set hive.optimize.index.filter=false;
select count(*), sum(i) from pd where i < 5 or dt > '2022-09-20' and bo;
