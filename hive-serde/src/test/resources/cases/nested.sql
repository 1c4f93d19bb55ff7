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
