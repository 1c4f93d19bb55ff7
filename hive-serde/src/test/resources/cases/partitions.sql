-- static and dynamic partitions, overwriting, adding and dropping them (parquet_partitioned, orc_diff_part_cols, orc_merge1)
create table source (k int, v string, p string, q int) stored as ${format};
insert into source select pos, concat('v', pos), if(pos % 3 = 0, 'x y', concat('p', pos % 3)), pos % 2 from (select 1) one lateral view posexplode(split(space(99), ' ')) x as pos, val;
create table parts (k int, v string) partitioned by (p string, q int) stored as ${format};
insert into parts partition (p = 'static', q = 9) select k, v from source where k < 3;
insert into parts partition (p, q) select k, v, p, q from source;
show partitions parts;
select p, q, count(*), sum(k), min(v), max(v) from parts group by p, q order by p, q;
select k, v, p, q from parts where p = 'p1' and q = 0 and k > 50 order by k;
insert overwrite table parts partition (p = 'static', q = 9) select k, v from source where k between 10 and 12;
select * from parts where p = 'static';
insert overwrite table parts partition (p, q) select k + 1000, v, p, q from source where p = 'p2';
select p, q, count(*), min(k) from parts group by p, q order by p, q;
alter table parts drop partition (p = 'p1');
select count(*), sum(q) from parts;
set hive.vectorized.execution.enabled=false;
select p, q, count(*), sum(k) from parts where k % 2 = 0 group by p, q order by p, q;
