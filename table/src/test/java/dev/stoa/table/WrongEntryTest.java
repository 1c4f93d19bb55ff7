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
package dev.stoa.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log says of a sound file what it does not have: the verifier names it, and a repair loses nothing. */
class WrongEntryTest {
    private static final Type DOUBLE = Type.of(TypeKind.FLOAT64);
    private static final int NUMBER = 2;
    private static final int REAL = 3;
    private static final int TEXT = 4;
    private static final String LONG_TEXT = "text ".repeat(20);
    private static final String WRONG_BOUNDS = "the bounds that the log has are not those of its values";

    @TempDir
    private Path temp;

    private Path path;
    private int tables;
    private Table table;
    private Fragment fragment;
    private DataFile file;

    @BeforeEach
    void make() throws IOException {
        path = temp.resolve("t" + tables++);
        Schema schema = Schema.of(
                Field.required("k", Rows.LONG),
                Field.nullable("n", Rows.INT),
                Field.nullable("d", DOUBLE),
                Field.nullable("s", Rows.STRING),
                Field.nullable("dropped", Rows.INT));
        table = Table.create(folder(), schema, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Rows.insert(
                insert,
                folder(),
                Rows.row(1L, null, 0.0, LONG_TEXT + 1, 7),
                Rows.row(2L, 20, Double.NaN, LONG_TEXT + 2, 7),
                Rows.row(3L, 30, 1.5, LONG_TEXT + 3, 7));
        insert.commit();
        fragment = table.snapshot().fragments().get(0);
        file = fragment.files().get(0);
    }

    private LocalFolder folder() {
        return new LocalFolder(path);
    }

    private ColumnBounds bounds(int field) throws IOException {
        return table.snapshot().bounds(fragment, field).orElseThrow();
    }

    private static ColumnVector number(int value) {
        return Cells.vector(Rows.INT, List.of(value));
    }

    private static ColumnVector real(double value) {
        return new DoubleVector(DOUBLE, new double[] {value}, ColumnVector.NO_NULLS, 1);
    }

    private static ColumnVector text(String value) {
        return Cells.vector(Rows.STRING, List.of(value));
    }

    private static ColumnBounds withMin(ColumnBounds of, ColumnVector min, boolean isExact) {
        return new ColumnBounds(
                of.type(),
                of.rows(),
                of.nullCount(),
                of.nanCount(),
                Optional.of(min),
                isExact,
                of.max(),
                of.maxExact());
    }

    private static ColumnBounds withMax(ColumnBounds of, ColumnVector max, boolean isExact) {
        return new ColumnBounds(
                of.type(),
                of.rows(),
                of.nullCount(),
                of.nanCount(),
                of.min(),
                of.minExact(),
                Optional.of(max),
                isExact);
    }

    private static ColumnBounds withCounts(ColumnBounds of, long rows, long nulls, long nans) {
        return new ColumnBounds(of.type(), rows, nulls, nans, of.min(), of.minExact(), of.max(), of.maxExact());
    }

    /** Commits the file as if it were another than it is: the newest version has nothing else. */
    private void say(Optional<List<Integer>> fields, Map<Integer, ColumnBounds> bounds) throws IOException {
        Transaction lie = table.begin("lie");
        lie.overwriteAll();
        lie.changes()
                .added
                .put(
                        UUID.randomUUID(),
                        new Changes.NewFragment(
                                fragment.rows(),
                                Optional.empty(),
                                new DataFile.Added(file.path(), file.identity(), fields, 0, bounds)));
        lie.commit();
    }

    private void say(int field, ColumnBounds bounds) throws IOException {
        say(Optional.empty(), Map.of(field, bounds));
    }

    private void assertRight(int field, ColumnBounds bounds) throws IOException {
        say(field, bounds);
        Damage.assertSound(folder());
    }

    private void assertWrong(int field, ColumnBounds bounds, String what) throws IOException {
        say(field, bounds);
        assertWrong(file.path(), TableFault.Kind.WRONG_ENTRY, what);
    }

    private void assertWrong(String of, TableFault.Kind kind, String what) throws IOException {
        assertEquals(
                List.of(new TableFault(kind, of, what, true)),
                Damage.verify(folder()).faults());
    }

    @Test
    void countsAreThoseOfTheFile() throws IOException {
        ColumnBounds right = bounds(REAL);
        assertRight(REAL, right);
        String has = "column 'd': it has 0 nulls and 1 NaNs in 3 rows, by the log ";
        assertWrong(REAL, withCounts(right, 3, 1, 1), has + "1 and 1 in 3");
        assertWrong(REAL, withCounts(right, 3, 0, 2), has + "0 and 2 in 3");
        assertWrong(REAL, withCounts(right, 4, 0, 1), has + "0 and 1 in 4");
    }

    @Test
    void boundsRuleOutNoValue() throws IOException {
        ColumnBounds right = bounds(NUMBER);
        assertRight(NUMBER, withMin(right, number(19), false));
        assertRight(NUMBER, withMax(right, number(31), false));
        assertRight(NUMBER, withMax(withMin(right, number(20), false), number(30), false));
        assertRight(NUMBER, ColumnBounds.unknown(Rows.INT, 3, 1, 0));
        String what = "column 'n': " + WRONG_BOUNDS;
        assertWrong(NUMBER, withMin(right, number(21), false), what);
        assertWrong(NUMBER, withMax(right, number(29), false), what);
        assertEquals(
                1,
                TableVerifier.verify(folder(), false, (bytes, of) -> {})
                        .faults()
                        .size(),
                "the file's own bounds are exact, so the data is not needed");
    }

    /** A scan answers with them. */
    @Test
    void exactBoundsAreValues() throws IOException {
        String what = "column 'n': " + WRONG_BOUNDS;
        assertWrong(NUMBER, withMin(bounds(NUMBER), number(19), true), what);
        assertWrong(NUMBER, withMax(bounds(NUMBER), number(31), true), what);
        assertRight(REAL, withMin(bounds(REAL), real(0.0), true));
        assertWrong(REAL, withMin(bounds(REAL), real(-1), true), "column 'd': " + WRONG_BOUNDS);
    }

    /** The file's own bounds are cut. */
    @Test
    void boundsOfLongTextsAreComparedWithTheValues() throws IOException {
        ColumnBounds right = bounds(TEXT);
        assertEquals(List.of(false, false), List.of(right.minExact(), right.maxExact()));
        assertRight(TEXT, withMin(right, text(LONG_TEXT), false));
        assertRight(TEXT, withMax(withMin(right, text(LONG_TEXT + 1), true), text(LONG_TEXT + 3), true));
        for (ColumnBounds wrong : List.of(
                withMin(right, text(LONG_TEXT + 2), false),
                withMax(right, text(LONG_TEXT + 2), false),
                withMin(right, right.min().orElseThrow(), true),
                withMax(right, right.max().orElseThrow(), true),
                withMin(right, text(LONG_TEXT + 0), true),
                withMax(right, text(LONG_TEXT + 4), true))) {
            assertWrong(TEXT, wrong, "column 's': " + WRONG_BOUNDS);
            assertEquals(
                    List.of(),
                    TableVerifier.verify(folder(), false, (bytes, of) -> {}).faults(),
                    "without the data it can't be told");
        }
        String has = "column 's': it has 0 nulls and 0 NaNs in 3 rows, by the log 2 and 0 in 3";
        assertWrong(TEXT, withCounts(right, 3, 2, 0), has);
        assertEquals(
                has,
                TableVerifier.verify(folder(), false, (bytes, of) -> {})
                        .faults()
                        .get(0)
                        .what());
    }

    @Test
    void columnsWithoutValuesHaveNoBounds() throws IOException {
        Transaction insert = table.begin("insert");
        insert.overwriteAll();
        Rows.insert(insert, folder(), Rows.row(1L, null, null, null, null), Rows.row(2L, null, null, null, null));
        insert.commit();
        fragment = table.snapshot().fragments().get(0);
        file = fragment.files().get(0);
        ColumnBounds right = bounds(NUMBER);
        assertRight(NUMBER, right);
        assertWrong(NUMBER, withMin(right, number(0), true), "column 'n': " + WRONG_BOUNDS);
        assertWrong(NUMBER, withMax(right, number(0), false), "column 'n': " + WRONG_BOUNDS);
    }

    /** The fault of the first column is named, and other files are looked at all the same. */
    @Test
    void eachFileHasOneFault() throws IOException {
        Transaction insert = table.begin("insert");
        UUID second = Rows.insert(insert, folder(), Rows.row(5L, 50, 5.0, "five", 7));
        insert.commit();
        DataFile other = table.snapshot().fragment(second).orElseThrow().files().get(0);
        ColumnBounds wrong = withMin(bounds(NUMBER), number(25), false);
        ColumnBounds otherBounds = table.snapshot()
                .bounds(table.snapshot().fragment(second).orElseThrow(), NUMBER)
                .orElseThrow();
        Transaction lie = table.begin("lie");
        lie.overwriteAll();
        Map<UUID, Changes.NewFragment> added = lie.changes().added;
        added.put(
                UUID.randomUUID(),
                new Changes.NewFragment(
                        4,
                        Optional.empty(),
                        new DataFile.Added(file.path(), file.identity(), Optional.empty(), 0, Map.of(NUMBER, wrong))));
        added.put(
                UUID.randomUUID(),
                new Changes.NewFragment(
                        1,
                        Optional.empty(),
                        new DataFile.Added(
                                other.path(),
                                other.identity(),
                                Optional.empty(),
                                0,
                                Map.of(NUMBER, withMax(otherBounds, number(7), false)))));
        lie.commit();
        Set<String> found = new HashSet<>();
        Damage.verify(folder()).faults().forEach(fault -> found.add(fault.path() + " " + fault.what()));
        assertEquals(
                Set.of(file.path() + " it has 3 rows, by the log 4", other.path() + " column 'n': " + WRONG_BOUNDS),
                found);
    }

    @Test
    void filesHaveTheFieldsThatTheLogNames() throws IOException {
        TableOperations.of(table)
                .alter(snapshot -> new SchemaEdit(snapshot)
                        .drop("dropped")
                        .add(Field.nullable("later", Rows.INT))
                        .schema());
        say(Optional.of(List.of(1, NUMBER, REAL, TEXT, 5)), Map.of());
        Damage.assertSound(folder());
        say(Optional.of(List.of(1, NUMBER, 6)), Map.of());
        assertWrong(file.path(), TableFault.Kind.WRONG_ENTRY, "no column 'later' with the field id 6");
    }

    /** Widened columns keep the bounds of their old type, in the log and in files. */
    @Test
    void boundsOfWidenedColumnsAreCompared() throws IOException {
        ColumnBounds right = bounds(NUMBER);
        TableOperations.of(table)
                .alter(snapshot ->
                        new SchemaEdit(snapshot).widen("n", Rows.LONG).schema());
        Damage.assertSound(folder());
        ColumnBounds wide = new ColumnBounds(
                Rows.LONG,
                right.rows(),
                right.nullCount(),
                0,
                Optional.of(Cells.vector(Rows.LONG, List.of(20L))),
                true,
                Optional.of(Cells.vector(Rows.LONG, List.of(30L))),
                true);
        assertRight(NUMBER, wide);
        assertWrong(
                NUMBER, withMax(wide, Cells.vector(Rows.LONG, List.of(1L << 40)), true), "column 'n': " + WRONG_BOUNDS);
    }

    /** Adds a sidecar that gives `n` two new values and deletes a row, and says of it what another would be. */
    private SidecarFile change(UnaryOperator<SidecarFile.Added> lie) throws IOException {
        Transaction change = table.begin("change");
        Sidecars.change(
                change, folder(), fragment.id(), RowRanges.of(0), Map.of("n", new TreeMap<>(Map.of(1L, 7, 2L, 9))));
        change.changes().sidecars.get(fragment.id()).replaceAll(lie);
        change.commit();
        return table.snapshot().fragments().get(0).sidecars().get(0);
    }

    private static SidecarFile.Added with(SidecarFile.Added of, long deleted, List<Integer> fields) {
        return new SidecarFile.Added(
                of.place(), of.identity(), deleted, fields, of.inserted(), of.bounds(), OptionalLong.empty());
    }

    private static SidecarFile.Added with(SidecarFile.Added of, ColumnBounds bounds) {
        return new SidecarFile.Added(
                of.place(),
                of.identity(),
                of.deletedRows(),
                of.fields(),
                of.inserted(),
                Map.of(NUMBER, bounds),
                OptionalLong.empty());
    }

    /** A scan for a value beyond them would miss a row. The sidecar is sound, so a repair keeps what it changes. */
    @Test
    void boundsOfSidecarsAreThoseOfTheirValues() throws IOException {
        change(honest -> honest);
        Damage.assertSound(folder());
        List<String> rows = Rows.read(table.snapshot());
        for (UnaryOperator<ColumnBounds> lie : List.<UnaryOperator<ColumnBounds>>of(
                right -> withMin(right, number(8), false),
                right -> withMax(right, number(8), false),
                right -> withMin(right, number(6), true),
                right -> withMax(right, number(10), true))) {
            make(lie);
            SidecarFile sidecar = table.snapshot().fragments().get(0).sidecars().get(0);
            assertWrong(sidecar.path(), TableFault.Kind.WRONG_ENTRY, "its new values of the field 2: " + WRONG_BOUNDS);
            TableRepair repair =
                    TableRepair.plan(folder(), RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
            repair.apply(of -> {});
            Damage.assertSound(folder());
            table = Table.open(folder(), TableSettings.DEFAULT);
            assertEquals(rows, Rows.read(table.snapshot()));
        }
    }

    private void make(UnaryOperator<ColumnBounds> lie) throws IOException {
        make();
        change(honest -> with(honest, lie.apply(honest.bounds().get(NUMBER))));
    }

    @Test
    void sidecarsChangeWhatTheLogSays() throws IOException {
        SidecarFile one = change(honest -> with(honest, 2, honest.fields()));
        assertWrong(one.path(), TableFault.Kind.DAMAGED_SIDECAR, "it deletes 1 rows, by the log 2");
        make();
        SidecarFile two = change(honest -> with(honest, 1, List.of(NUMBER, REAL)));
        assertWrong(
                two.path(),
                TableFault.Kind.DAMAGED_SIDECAR,
                "it has new values of the fields [2], by the log of [2, 3]");
        make();
        UUID id = fragment.id();
        SidecarFile placing = change(honest -> new SidecarFile.Added(
                honest.place(),
                honest.identity(),
                1,
                honest.fields(),
                Optional.of(id),
                honest.bounds(),
                OptionalLong.empty()));
        assertWrong(placing.path(), TableFault.Kind.DAMAGED_SIDECAR, "it places 0 rows, by the log 3");
        make();
        Transaction insert = table.begin("insert");
        UUID other = Rows.insert(insert, folder(), Rows.row(5L, 50, 5.0, "five", 7));
        insert.commit();
        Transaction change = table.begin("change");
        Sidecars.delete(change, folder(), fragment.id(), 0);
        Map<UUID, List<SidecarFile.Added>> sidecars = change.changes().sidecars;
        sidecars.put(other, new ArrayList<>(sidecars.remove(fragment.id())));
        change.commit();
        SidecarFile three =
                table.snapshot().fragment(other).orElseThrow().sidecars().get(0);
        String what = "it is about 3 rows of the fragment " + fragment.id() + ", by the log about 1 of " + other;
        assertWrong(three.path(), TableFault.Kind.DAMAGED_SIDECAR, what);
        assertEquals(
                what,
                TableVerifier.verify(folder(), false, (bytes, of) -> {})
                        .faults()
                        .get(0)
                        .what());
    }
}
