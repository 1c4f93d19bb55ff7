-- lists, maps, structs and unions in each other (parquet_nested_complex, parquet_map_null, orc_struct_type_vectorization, parquet_array_of_structs)
create table ne (k int, l array<int>, m map<string,int>, st struct<a:int,b:array<string>,c:struct<x:double,y:date>>, la array<array<bigint>>, ms map<int,struct<p:string,q:double>>, u uniontype<int,string,array<int>>) stored as ${format};
insert into ne
  select 1, array(1, null, 3), map('a', 1, 'b', null), named_struct('a', 1, 'b', array('x', 'y'), 'c', named_struct('x', 0.5D, 'y', date '2020-01-01')), array(array(1L, 2L), array(3L)), map(7, named_struct('p', 'seven', 'q', 7.77D)), create_union(1, 7, 'seven', array(1));
insert into ne
  select 2, array(4), map('a', 2), named_struct('a', cast(null as int), 'b', array(cast(null as string)), 'c', named_struct('x', cast(null as double), 'y', cast(null as date))), array(array(5L)), map(8, named_struct('p', cast(null as string), 'q', cast(null as double))), create_union(0, 7, 'seven', array(1));
insert into ne
  select 3, if(k = 3, null, array(1)), if(k = 3, null, map('z', 1)), if(k = 3, null, named_struct('a', 9, 'b', array('x'), 'c', named_struct('x', 0.5D, 'y', date '2020-01-01'))), if(k = 3, null, array(array(1L))), if(k = 3, null, map(1, named_struct('p', 'x', 'q', 1.0D))), create_union(2, 7, 'seven', array(2, 3)) from (select 3 as k) one;
select * from ne;
select k, l[0], l[1], size(l), m['a'], m['b'], size(m), st.a, st.b[0], st.c.x, st.c.y, la[0][0], ms[7].p, ms[8].q from ne order by k;
select k, sum(e) from ne lateral view explode(l) x as e group by k order by k;
select count(*), sum(st.a), sum(st.c.x) from ne where st.a is not null;
set hive.vectorized.execution.enabled=false;
select k, u, st.b, la from ne order by k;
select k, st.a from ne where st.a > 0 or l[0] = 4 order by k;
-- fields of structs, in expressions from which a planner has to find out which fields are needed (parquet_struct_type, nested_column_pruning)
set hive.vectorized.execution.enabled=true;
create table fs (k int, s struct<a:int,b:string,c:struct<a:int,b:string>>, t struct<a:int,b:string,c:struct<a:int,b:string>>, l array<struct<a:int,b:string>>) stored as ${format};
insert into fs select pos, if(pos % 5 = 0, null, named_struct('a', pos, 'b', concat('b', pos), 'c', if(pos % 3 = 0, null, named_struct('a', pos * 2, 'b', 'x')))), named_struct('a', -pos, 'b', 't', 'c', named_struct('a', 1, 'b', 'y')), array(named_struct('a', pos, 'b', 'z'), named_struct('a', 7, 'b', 'w')) from (select 1) one lateral view posexplode(split(space(19), ' ')) x as pos, val;
select k, named_struct('a', s, 'b', 1).a from fs where k < 4 order by k;
select k, named_struct('a', s, 'b', t.b).a.b, named_struct('c', t).c.c.a from fs order by k;
select k, if(s.a > 10, s, t).b, coalesce(s, t).c.b, coalesce(s.c, t.c).a from fs order by k;
select q.x.c.a, q.x.a from (select k, s as x from fs where t.a < -3) q where q.x.b is not null order by q.x.a;
select s.c, s.c.a, count(*) from fs group by s.c, s.c.a order by 2;
select a.k, a.s.a, b.t.c.b from fs a join fs b on a.s.a = b.k and b.t.a < 0 where a.s.c.a > 0 order by a.k;
select l.a, l[0].b, size(l) from fs where k = 4;
select e.a, sum(e2) from fs lateral view explode(l) x as e lateral view explode(array(s.a, t.a)) y as e2 group by e.a order by e.a;
select u.x.a, u.n from (select s as x, 1 as n from fs union all select t, 2 from fs) u where u.x.c.b is not null order by u.x.a, u.n;
select k, s is null, s.c is null, s.c.a is null from fs order by k;
select k, max(s.a) over (partition by t.b order by k), s.b from fs order by k;
