/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.OrcRows.Answer;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.NeededFields;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of structs that a query does not ask for are not read. */
@Tag("engine")
class NestedPruningTest {
    private static final int ROWS = 20_000;

    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.set("fs." + CountingFileSystem.SCHEME + ".impl", CountingFileSystem.class.getName());
        hive.run("create database if not exists nested_pruning");
        hive.run("use nested_pruning");
    }

    @ParameterizedTest
    @CsvSource({"files, true", "files, false", "log, true", "log, false"})
    void fieldsOfStructsAreReadAlone(String kind, String vectorised) throws Exception {
        boolean hasLog = kind.equals("log");
        String name = kind + "_" + vectorised;
        String made = "made_" + name;
        create(made, hasLog, "file:" + hive.folder(name));
        hive.run("insert into " + made + " select pos, if(pos = 7, null, named_struct('a', pos % 5, 'text',"
                + " sha2(cast(pos as string), 256), 'deep', if(pos = 8, null, named_struct('b', pos % 3, 'text',"
                + " sha2(cast(pos + 1 as string), 256))))), named_struct('a', 1, 'b', cast(null as int))"
                + " from (select 1) one lateral view posexplode(split(space(" + (ROWS - 1) + "), ' ')) x as pos, val");
        if (hasLog) {
            String split = hive.set("hive.split.update", "true");
            hive.run("delete from " + made + " where k = 9");
            hive.set("hive.split.update", split);
        }
        create(name, hasLog, CountingFileSystem.SCHEME + ":" + hive.folder(name));
        String before = hive.set("hive.vectorized.execution.enabled", vectorised);
        String fetch = hive.set("hive.fetch.task.conversion", "none");
        try {
            long all = read(
                    name,
                    "count(s), count(n)",
                    List.of((hasLog ? "19998" : "19999") + "\t" + (hasLog ? "19999" : "20000")));
            assertTrue(all > ROWS * 64L, "all of it has the texts: " + all);
            assertFew(all, read(name, "sum(s.a)", List.of(hasLog ? "39994" : "39998")));
            assertFew(all, read(name, "sum(s.deep.b)", List.of("19996")));
            assertFew(all, read(name, "count(n.b), sum(n.a)", List.of(hasLog ? "0\t19999" : "0\t20000")));
            CountingFileSystem.READ.set(0);
            assertEquals(
                    List.of("6\t1\t0\t1", "7\tNULL\tNULL\t1", "8\t3\tNULL\t1"),
                    hive.run("select k, s.a, s.deep.b, n.a from " + name + " where k between 6 and 8 order by k"));
            assertFew(all, CountingFileSystem.READ.get());
            hive.set(NeededFields.SETTING, "false");
            assertTrue(read(name, "sum(s.a)", List.of(hasLog ? "39994" : "39998")) > all / 2, "it is off");
            hive.set(NeededFields.SETTING, "true");
            assertEquals(
                    List.of(
                            "{\"a\":3,\"text\":\"2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3\",\"deep\":null}\t3"),
                    hive.run("select s, s.a from " + name + " where k = 8"));
        } finally {
            hive.set("hive.vectorized.execution.enabled", before);
            hive.set("hive.fetch.task.conversion", fetch);
        }
    }

    /** The same by ORC, which reads structs whole: fields of what functions give, through selections, joins and groups. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whatFunctionsAreGivenIsReadWhole(String vectorised) throws Exception {
        String before = hive.set("hive.vectorized.execution.enabled", vectorised);
        String fetch = hive.set("hive.fetch.task.conversion", "none");
        try {
            for (String format : OrcRows.UPDATE ? List.of("stoa", "orc") : List.of("stoa")) {
                hive.run("drop table if exists given_" + format);
                hive.run("create table given_" + format
                        + " (k int, s struct<a:int,b:string,deep:struct<c:int,d:string>>, l array<struct<x:int,y:int>>)"
                        + " stored as " + format);
                hive.run(
                        "insert into given_" + format + " select pos, if(pos % 5 = 0, null, named_struct('a', pos, 'b',"
                                + " concat('b', pos), 'deep', named_struct('c', pos % 3, 'd', concat('d', pos)))), array("
                                + "named_struct('x', pos, 'y', -pos)) from (select 1) one"
                                + " lateral view posexplode(split(space(29), ' ')) x as pos, val");
            }
            List<String> queries = List.of(
                    "select k, named_struct('a', s).a from T",
                    "select k, named_struct('a', s).a.b from T",
                    "select k, named_struct('a', s, 'b', k).b from T",
                    "select k, if(k > 3, s, null).b from T",
                    "select k, coalesce(s, named_struct('a', 1, 'b', 'none', 'deep', named_struct('c', 1, 'd', 'd'))).b from T",
                    "select k, coalesce(s.deep, named_struct('c', 9, 'd', 'none')).d, s.a from T",
                    "select k, s.deep from T where s.a > 3",
                    "select k, s is null, s.a from T",
                    "select k, x.t.a, x.t.deep.c from (select k, named_struct('a', s.a, 'deep', s.deep) t from T) x",
                    "select k, x.t.a.b from (select k, named_struct('a', s) t from T) x where x.t.a.a > 2",
                    "select k, x.t.b from (select k, s t from T) x where x.t.deep.c = 1",
                    "select k, x.t.b from (select k, s t from T limit 100) x",
                    "select k, l[0].y, s.a from T",
                    "select k, l.x, s.b from T",
                    "select k, y.e.y from T lateral view explode(l) y as e",
                    "select k, e.s.b from T lateral view explode(array(named_struct('s', s))) y as e",
                    "select a.k, a.s.b, b.s.deep.d from T a join T b on a.k = b.s.a",
                    "select max(s).b, 1 from T",
                    "select s.deep, count(*), max(s.a) from T group by s.deep",
                    "select s, count(*) from T group by s",
                    "select k, rank() over (partition by s.deep.c order by s.a), s.b from T",
                    "select k, s.a from T union all select k, s.deep.c from T where s.b > 'b2'");
            if (OrcRows.UPDATE) {
                OrcRows.write("fields_of_functions", answers(queries, "orc"));
            }
            List<Answer> answers = answers(queries, "stoa");
            OrcRows.assertAsOrc("fields_of_functions", answers);
            answers.forEach(answer -> assertTrue(!answer.rows().isEmpty(), answer.statement()));
        } finally {
            hive.set("hive.vectorized.execution.enabled", before);
            hive.set("hive.fetch.task.conversion", fetch);
        }
    }

    private static List<Answer> answers(List<String> queries, String format) {
        return queries.stream()
                .map(query -> new Answer(query, sorted(query, format)))
                .toList();
    }

    private static List<String> sorted(String query, String format) {
        try {
            return hive.run(query.replaceAll("\\bT\\b", "given_" + format)).stream()
                    .sorted()
                    .toList();
        } catch (Exception e) {
            throw new IllegalStateException(format + ": " + query, e);
        }
    }

    private static void create(String name, boolean hasLog, String location) throws Exception {
        hive.run("create external table " + name
                + " (k int, s struct<a:int,text:string,deep:struct<b:int,text:string>>, n struct<a:int,b:int>) "
                + (hasLog ? LogTables.BY_HANDLER : "stored as stoa") + " location '" + location + "'");
    }

    /** The bytes that a query reads. */
    private static long read(String table, String columns, List<String> expected) throws Exception {
        CountingFileSystem.READ.set(0);
        assertEquals(expected, hive.run("select " + columns + " from " + table));
        return CountingFileSystem.READ.get();
    }

    private static void assertFew(long all, long bytes) {
        assertTrue(bytes > 0 && bytes < all / 4, bytes + " bytes were read, " + all + " with all fields");
    }

    @Test
    void whatIsNotUnderstoodIsReadWhole() {
        assertEquals("struct<a:int32>", kept("struct<a:int,b:int>", "s.a", "s.a"));
        assertEquals("struct<a:int32,b:int32>", kept("struct<a:int,b:int>", "s.a", "s"));
        assertEquals("struct<a:int32,b:int32>", kept("struct<a:int,b:int>", "other.a"));
        assertEquals("struct<a:int32,b:int32>", kept("struct<a:int,b:int>", "s.a", "s.c"));
        assertEquals("struct<a:int32,b.c:int32>", kept("struct<a:int,b.c:int>", "s.a"));
        assertEquals("struct<a:int32>", kept("struct<a:int,b:int>", "s.a.x"));
        assertEquals("list<struct<a:int32,b:int32>>", kept("array<struct<a:int,b:int>>", "s.a"));
        assertEquals(
                "struct<a:struct<y:int32>,c:int32>", kept("struct<a:struct<x:int,y:int>,b:int,c:int>", "s.c", "s.a.y"));
    }

    private static String kept(String type, String... paths) {
        TypeInfo info = TypeInfoUtils.getTypeInfoFromTypeString(type);
        return NeededFields.of(List.of(paths))
                .of("s", HiveTypes.stored(info), info)
                .toString();
    }

    /** Fields that the table has, but an older file has not. */
    @Test
    void noneOfTheFieldsIsThere() {
        TypeInfo info = TypeInfoUtils.getTypeInfoFromTypeString("struct<a:int,b:int>");
        Type older = Type.struct(List.of(Field.nullable("a", Type.of(TypeKind.INT32))));
        assertEquals(
                "struct<>", NeededFields.of(Set.of("s.b")).of("s", older, info).toString());
    }
}
