-- statistics, and answers from them (parquet_analyze, orc_analyze, metadata only queries)
create table st stored as ${format} as select pos as n, if(pos % 4 = 0, null, concat('s', pos % 10)) as s, cast(pos as decimal(8,1)) as d from (select 1) one lateral view posexplode(split(space(999), ' ')) x as pos, val;
select count(*) from st;
analyze table st compute statistics;
analyze table st compute statistics for columns n, s, d;
select count(*), min(n), max(n), count(s) from st;
select count(*) from st where n is not null;
