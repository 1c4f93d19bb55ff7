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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ObjectType;
import org.apache.spark.sql.types.PythonUserDefinedType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every type that Spark has is kept, by itself and within others, or refused by name. */
@Tag("engine")
class TypesTest {
    /** A type in the words of SQL, and a value of it. */
    private static final String[][] KEPT = {
        {"boolean", "true"},
        {"tinyint", "-7"},
        {"smallint", "-300"},
        {"int", "-70000"},
        {"bigint", "-5000000000"},
        {"float", "1.5"},
        {"double", "-0.1"},
        {"decimal(5,2)", "-123.45"},
        {"decimal(18,18)", "0.123456789012345678"},
        {"decimal(38,10)", "-1234567890123456789012345678.0123456789"},
        {"string", "'text'"},
        {"string collate UNICODE_CI", "'text'"},
        {"binary", "X'00FF80'"},
        {"date", "date'-0044-03-15'"},
        {"timestamp", "timestamp'1969-12-31 23:59:59.999999'"},
        {"timestamp_ntz", "timestamp_ntz'2024-02-29 12:34:56.123456'"},
        {"time(6)", "time'00:00:00.000001'"},
        {"interval year to month", "interval '-3-7' year to month"},
        {"interval day to second", "interval '-5 10:11:12.131415' day to second"},
        {"interval month", "interval '-7' month"},
        {"interval hour to minute", "interval '-11:12' hour to minute"},
        {"array<struct<a:interval day>>", "array(named_struct('a', interval '3' day), null)"},
        {"variant", "parse_json('{\"a\":[1,null],\"b\":\"x\"}')"},
        {"geometry(4326)", "st_geomfromwkb(X'0101000000000000000000F03F0000000000000040', 4326)"},
        {"geometry(0)", "st_geomfromwkb(X'0101000000000000000000F03F0000000000000040')"},
        {"geometry(3857)", "st_geomfromwkb(X'000000000140000000000000004008000000000000', 3857)"},
        {"geography(4326)", "st_geogfromwkb(X'0101000000000000000000F03F0000000000000040')"},
        {"array<string>", "array('a', null)"},
        {"map<int,date>", "map(1, date'2024-01-01', 2, null)"},
        {"struct<a:int,b:struct<c:string>>", "named_struct('a', 1, 'b', named_struct('c', null))"},
        {"array<map<string,array<timestamp>>>", "array(map('k', array(timestamp'2024-01-01 00:00:00', null)), null)"},
    };

    private static final int TYPES_OF_TABLE = 8;

    private static final List<DataType> REFUSED = List.of(
            DataTypes.CalendarIntervalType,
            GeometryType.apply("ANY"),
            GeographyType.apply("ANY"),
            new ObjectType(Object.class),
            new PythonUserDefinedType(DataTypes.LongType, "module.Type", ""));

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "types", warehouse.toString());
    }

    /** The decimals and signed integers that Spark has for unsigned ones hold more numbers. */
    @Test
    void numbersThatAnUnsignedColumnLacksAreRefused() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("u1", Type.of(TypeKind.UINT8)),
                Field.nullable("u2", Type.of(TypeKind.UINT16)),
                Field.nullable("u4", Type.of(TypeKind.UINT32)),
                Field.nullable("u8", Type.of(TypeKind.UINT64)));
        Table.create(
                new LocalFolder(warehouse.resolve("unsigned")), schema, TableProperties.NONE, TableSettings.DEFAULT);
        String most = "[255, 65535, 4294967295, 18446744073709551615]";
        Rows.of("insert into types.unsigned values (255, 65535, 4294967295, 18446744073709551615), (0, 0, 0, 0)");
        for (String row : List.of(
                "-1, 0, 0, 0",
                "256, 0, 0, 0",
                "0, -1, 0, 0",
                "0, 65536, 0, 0",
                "0, 0, -1, 0",
                "0, 0, 4294967296, 0",
                "0, 0, 0, -1",
                "0, 0, 0, 18446744073709551616",
                "0, 0, 0, 99999999999999999999",
                "0, 0, 0, -99999999999999999999")) {
            String said = Rows.refused("insert into types.unsigned values (" + row + ")");
            assertTrue(said.contains("STOA_INVALID_ROW"), said);
        }
        assertTrue(Rows.refused("update types.unsigned set u8 = -1").contains("STOA_INVALID_ROW"));
        assertEquals(List.of("[0, 0, 0, 0]", most), Rows.of("select * from types.unsigned order by u1"));
    }

    private static DataType type(String words) {
        return StructType.fromDDL("c " + words).apply("c").dataType();
    }

    @Test
    void allTypesThatSparkHasAreHere() throws Exception {
        Set<Class<?>> here = new HashSet<>(List.of(CharType.class, VarcharType.class, NullType.class));
        for (String[] kept : KEPT) {
            here.add(type(kept[0]).getClass());
        }
        REFUSED.forEach(type -> here.add(type.getClass()));
        Set<String> missing = new TreeSet<>();
        for (Class<?> type : types()) {
            if (here.stream().noneMatch(type::isAssignableFrom)) {
                missing.add(type.getName());
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** The classes of Spark's types. */
    private static List<Class<?>> types() throws Exception {
        File library = new File(BooleanType.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String folder = DataType.class.getPackageName().replace('.', '/') + "/";
        List<Class<?>> types = new ArrayList<>();
        try (JarFile jar = new JarFile(library)) {
            for (String entry : jar.stream().map(Object::toString).toList()) {
                if (entry.matches(folder + "\\w+[.]class")) {
                    String name = entry.substring(0, entry.length() - ".class".length())
                            .replace('/', '.');
                    Class<?> type = Class.forName(name, false, DataType.class.getClassLoader());
                    if (DataType.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
                        types.add(type);
                    }
                }
            }
        }
        assertTrue(types.size() > 20, types.toString());
        return types;
    }

    /** Several types share a table: each statement costs more than a column. */
    @Test
    void valuesComeBackByThemselvesAndWithinOthers() {
        for (int first = 0; first < KEPT.length; first += TYPES_OF_TABLE) {
            int from = first;
            List<Integer> types = IntStream.range(from, Math.min(from + TYPES_OF_TABLE, KEPT.length))
                    .boxed()
                    .toList();
            String all = each(types, "select ", i -> {
                String type = KEPT[i][0];
                String value = "cast(" + KEPT[i][1] + " as " + type + ")";
                return value + " as c" + i + ", array(" + value + ", null) as a" + i + ", named_struct('f', " + value
                        + ", 'g', cast(null as " + type + ")) as s" + i + ", map(1, " + value + ") as m" + i
                        + ", cast(null as " + type + ") as n" + i;
            });
            String table = "types.t" + from;
            Rows.of("create table " + table
                    + each(types, " (", i -> {
                        String type = KEPT[i][0];
                        return "c" + i + " " + type + ", a" + i + " array<" + type + ">, s" + i + " struct<f:" + type
                                + ",g:" + type + ">, m" + i + " map<int," + type + ">, n" + i + " " + type;
                    })
                    + ")");
            Rows.of("insert into " + table + " " + all);
            assertEquals(Rows.of(all), Rows.of("select * from " + table));
            StructType schema = Spark.session().table(table).schema();
            types.forEach(
                    i -> assertEquals(type(KEPT[i][0]), schema.apply("c" + i).dataType()));
            // each count is a filter of its own
            assertEquals(
                    types.stream().map(i -> "[1]").toList(),
                    Rows.of(types.stream()
                            .map(i -> "select count(*) from " + table + " where n" + i + " is null and c" + i
                                    + " is not null")
                            .collect(Collectors.joining(" union all "))));
        }
    }

    private static String each(List<Integer> types, String begin, IntFunction<String> columns) {
        return types.stream().map(columns::apply).collect(Collectors.joining(", ", begin, ""));
    }

    @Test
    void nullsAreNullsToInterpretedPlans() {
        Rows.of("create table types.nulls (s struct<x:int,d:decimal(20,2),t:string,b:binary>, a array<decimal(38,0)>,"
                + " o struct<g:geometry(4326),v:variant,h:int>)");
        Rows.of("insert into types.nulls values (named_struct('x', 1, 'd', 2.5, 't', 'a', 'b', X'00'), array(7, null),"
                + " named_struct('g', null, 'v', null, 'h', 1)),"
                + " (named_struct('x', 2, 'd', null, 't', null, 'b', null), array(null, 8), null)");
        Spark.session().conf().set("spark.sql.codegen.wholeStage", "false");
        Spark.session().conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        try {
            assertEquals(
                    List.of(
                            "[[1, 2.50, a, [0]], [7, null], [null, null, 1]]",
                            "[[2, null, null, null], [null, 8], null]"),
                    Rows.of("select * from types.nulls order by s.x"));
        } finally {
            Spark.session().conf().unset("spark.sql.codegen.wholeStage");
            Spark.session().conf().unset("spark.sql.codegen.factoryMode");
        }
    }

    @Test
    void charsAreBounded() {
        Rows.of("create table types.chars (c char(3), v varchar(3), a array<varchar(2)>)");
        Rows.of("insert into types.chars values ('x', 'abc', array('ab'))");
        assertEquals(List.of("[true, abc, [ab]]"), Rows.of("select rtrim(c) = 'x', v, a from types.chars"));
        for (String tooLong : List.of("'four', 'x', null", "'x', 'four', null", "'x', 'x', array('abc')")) {
            String failure = Rows.refused("insert into types.chars values (" + tooLong + ")");
            assertTrue(failure.contains("EXCEED_LIMIT_LENGTH"), failure);
        }
    }

    @Test
    void variantsAreReadAndChanged() {
        Rows.of(
                "create table types.v as select id, if(id % 3 = 0, null, parse_json('{\"n\":' || id || ',\"t\":\"x\"}')) as v"
                        + " from range(0, 10000, 1, 1)");
        String sum = "select count(v), sum(variant_get(v, '$.n', 'bigint')) from types.v";
        assertEquals(List.of("[6666, 33326667]"), Rows.of(sum));
        assertEquals(List.of("[3334]"), Rows.of("select count(*) from types.v where v is null"));
        Rows.of("update types.v set v = parse_json('{\"n\":1}') where id in (3, 4, 5000)");
        Rows.of("update types.v set v = null where id = 7");
        Rows.of("delete from types.v where variant_get(v, '$.n', 'int') = 8");
        Rows.of("merge into types.v t using (select 9 as id, parse_json('[1]') as v union all"
                + " select 20000, parse_json('2')) s on t.id = s.id"
                + " when matched then update set v = s.v when not matched then insert *");
        assertEquals(
                List.of(
                        "[3, {\"n\":1}]",
                        "[4, {\"n\":1}]",
                        "[5, {\"n\":5,\"t\":\"x\"}]",
                        "[6, null]",
                        "[7, null]",
                        "[9, [1]]",
                        "[5000, {\"n\":1}]",
                        "[20000, 2]"),
                Rows.of("select * from types.v where id between 3 and 9 or id in (5000, 20000) order by id"));
        Rows.of("call types.system.compact(table => 'v')");
        assertEquals(List.of("[{\"n\":1}]", "[[1]]"), Rows.of("select v from types.v where id in (3, 9) order by id"));
    }

    /** As Spark writes them to Parquet, with values in columns of their own; converted they stay so. */
    @Test
    void shreddedVariantsAreReadAndChanged() throws Exception {
        String rows = "select id, if(id %% 7 = 0, null, parse_json('{\"n\":' || id || ',\"t\":\"x' || id"
                + " || '\",\"l\":[1,{\"a\":2.5}]' || if(id %% 5 = 0, ',\"odd\":null', '') || '}')) as v,"
                + " if(id %% 3 = 0, to_variant_object(array(date'2024-01-01', null)), parse_json('\"' || id || '\"')) as w,"
                + " array(named_struct('x', parse_json('[' || id || ']'))) as l from range(%d, %d, 1, 1)";
        Path parquet = warehouse.resolve("shredded.parquet");
        Spark.session().sql(String.format(rows, 0, 1000)).write().parquet(parquet.toString());
        Path table = Files.createDirectory(warehouse.resolve("shredded"));
        try (Stream<Path> files = Files.list(parquet)) {
            CommandLine.stoa(
                    "convert",
                    files.filter(file -> file.toString().endsWith(".parquet"))
                            .findFirst()
                            .orElseThrow(),
                    table.resolve("a.stoa"));
        }
        assertTrue(CommandLine.stoa("inspect", table.resolve("a.stoa")).contains("typed_value"));
        CommandLine.stoa("table", "adopt", table);
        List<String> expected = Rows.of(String.format(rows, 0, 1000));
        assertEquals(expected, Rows.of("select * from types.shredded order by id"));
        assertEquals(
                List.of("[857, 428429]"),
                Rows.of("select count(v), sum(variant_get(v, '$.n', 'long')) from types.shredded"));
        Rows.of("insert into types.shredded " + String.format(rows, 1000, 1010));
        Rows.of("update types.shredded set v = parse_json('[true]') where id in (3, 14, 1003)");
        Rows.of("update types.shredded set w = parse_json('1') where id = 4");
        Rows.of("delete from types.shredded where variant_get(v, '$.t', 'string') = 'x5'");
        String changed = "select id, case when id in (3, 14, 1003) then parse_json('[true]') else v end,"
                + " case when id = 4 then parse_json('1') else w end, l from ("
                + String.format(rows, 0, 1010) + ") where id <> 5 order by id";
        assertEquals(Rows.of(changed), Rows.of("select * from types.shredded order by id"));
        Rows.of("call types.system.compact(table => 'shredded')");
        assertEquals(Rows.of(changed), Rows.of("select * from types.shredded order by id"));
    }

    /** Spark compares none of them, but changes rows that have them, and says in which system they are. */
    @Test
    void geometriesAreReadAndChanged() {
        String point = "st_geomfromwkb(unhex('0101000000000000000000F03F' || lpad(hex(id), 16, '0')), 4326)";
        Rows.of("create table types.geo as select id, if(id % 3 = 0, null, " + point + ") as g from range(0, 9, 1, 1)");
        Rows.of("update types.geo set g = " + point + " where id = 3");
        Rows.of("update types.geo set g = null where id = 4");
        Rows.of("delete from types.geo where hex(st_asbinary(g)) like '%05'");
        String wkb = "0101000000000000000000F03F000000000000000";
        List<String> expected = List.of(
                "[1, " + wkb + "1, 4326]",
                "[2, " + wkb + "2, 4326]",
                "[3, " + wkb + "3, 4326]",
                "[7, " + wkb + "7, 4326]",
                "[8, " + wkb + "8, 4326]");
        String query = "select id, hex(st_asbinary(g)), st_srid(g) from types.geo where g is not null order by id";
        assertEquals(expected, Rows.of(query));
        assertEquals(List.of("[8, 5]"), Rows.of("select count(*), count(g) from types.geo"));
        Rows.of("call types.system.compact(table => 'geo')");
        assertEquals(expected, Rows.of(query));
        String failure = Rows.refused(
                "insert into types.geo select 10, st_geomfromwkb(X'0101000000000000000000F03F0000000000000040', 3857)");
        assertTrue(failure.contains("GEOMETRY(3857)"), failure);
        assertEquals(
                "geometry(4326)",
                Spark.session()
                        .table("types.geo")
                        .schema()
                        .apply("g")
                        .dataType()
                        .sql()
                        .toLowerCase(Locale.ROOT));
    }

    @Test
    void intervalsKeepTheirUnits() {
        Rows.of(
                "create table types.spans (id int, y interval year, d interval day, m map<int, interval minute to second>)");
        Rows.of(
                "insert into types.spans values (1, interval '7' year, interval '3' day, map(1, interval '5:06' minute to second))");
        Rows.of("alter table types.spans add column h interval hour");
        Rows.of("update types.spans set h = interval '9' hour, y = y + interval '1' year");
        Rows.of("insert into types.spans values (2, interval '1' year, interval '10' day, null, null)");
        assertEquals(
                List.of("[1]"),
                Rows.of("select id from types.spans where y > interval '5' year and d < interval '4' day"));
        assertEquals(List.of("[PT9H]"), Rows.of("select max(h) from types.spans"));
        StructType schema = Spark.session().table("types.spans").schema();
        assertEquals("interval year", schema.apply("y").dataType().sql().toLowerCase(Locale.ROOT));
        assertEquals(
                type("map<int, interval minute to second>"), schema.apply("m").dataType());
        assertEquals(type("interval hour"), schema.apply("h").dataType());
        assertTrue(!Rows.of("show tblproperties types.spans").toString().contains("spark.type"));
    }

    /** As queries give for {@code null}. */
    @Test
    void columnsOfNothing() {
        Rows.of("create table types.void as select id, null as v, array(null) as l, named_struct('x', null) as s"
                + " from range(0, 3, 1, 1)");
        Rows.of("insert into types.void values (3, null, array(null, null), null)");
        Rows.of("update types.void set id = 4 where v is null and id = 1");
        List<String> expected = List.of(
                "[0, null, [null], [null]]",
                "[2, null, [null], [null]]",
                "[3, null, [null, null], null]",
                "[4, null, [null], [null]]");
        assertEquals(expected, Rows.of("select * from types.void order by id"));
        assertEquals(List.of("[4, 0, null]"), Rows.of("select count(*), count(v), max(v) from types.void"));
        assertEquals(List.of(), Rows.of("select id from types.void where v = 1 or s.x = 'a'"));
        Rows.of("alter table types.void alter column v type int");
        Rows.of("update types.void set v = id where id > 2");
        assertEquals(
                List.of("[0, null]", "[2, null]", "[3, 3]", "[4, 4]"),
                Rows.of("select id, v from types.void order by id"));
    }

    @Test
    void othersAreRefusedByName() {
        for (DataType type : REFUSED) {
            for (DataType within : List.of(
                    type,
                    DataTypes.createArrayType(type),
                    DataTypes.createMapType(DataTypes.LongType, type),
                    new StructType().add("f", type))) {
                StructType schema = new StructType().add("fine", "long").add("odd", within);
                String failure = assertThrows(IllegalArgumentException.class, () -> SparkTypes.stored(schema))
                        .getMessage();
                assertTrue(failure.contains("column 'odd"), failure);
                assertTrue(failure.contains(type.simpleString()), failure);
            }
        }
    }
}
