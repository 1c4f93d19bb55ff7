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
package dev.stoa.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are well-formed, but break the rules of sidecars, are refused by name and reason. */
class HostileSidecarTest {
    private static final List<Field> FIELDS =
            List.of(Field.nullable("n", Type.of(TypeKind.INT64)).withFieldId(7));

    @TempDir
    Path folder;

    private final List<Object> deletes = new ArrayList<>();
    private final List<Object> anchors = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private Schema schema = SidecarLayout.schema(FIELDS);
    private List<KeyValue> properties = List.of();
    private int rows = 1;

    @BeforeEach
    void properties() {
        properties = List.of(
                KeyValue.of(SidecarLayout.FRAGMENT, "f"),
                KeyValue.of(SidecarLayout.ROWS, "100"),
                KeyValue.of(SidecarLayout.VERSION, "3"));
    }

    private static Object pair(long key, long value) {
        return new SimpleEntry<>(key, value);
    }

    private Path write() throws IOException {
        Path path = folder.resolve("sidecar");
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT),
                schema,
                WriterOptions.DEFAULT.withMetadata(properties))) {
            for (int i = 0; i < rows; i++) {
                Object[] row = {deletes, anchors, values};
                writer.rows().append(Arrays.copyOf(row, schema.fields().size()));
            }
            writer.finish();
        }
        return path;
    }

    /** Opens the file; what opens a sidecar closes its source. */
    private static RangeSource watched(Path path, AtomicInteger closed) throws IOException {
        RangeSource source = RangeSources.open(path);
        return (RangeSource) Proxy.newProxyInstance(
                RangeSource.class.getClassLoader(), new Class<?>[] {RangeSource.class}, (proxy, method, arguments) -> {
                    closed.addAndGet(method.getName().equals("close") ? 1 : 0);
                    try {
                        return method.invoke(source, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void assertRefused(String why) throws IOException {
        Path path = write();
        AtomicInteger closed = new AtomicInteger();
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> {
            try (Sidecar sidecar = Sidecar.open(watched(path, closed))) {
                sidecar.deletedRows();
                sidecar.anchors();
                sidecar.changes(Map.of(7, "n"), 0, 100);
            }
        });
        assertTrue(e.getMessage().contains("sidecar") && e.getMessage().contains(why), e.getMessage());
        assertEquals(properties.isEmpty(), Reference.isGood(path));
        assertTrue(closed.get() > 0, "its source stays open");
    }

    @Test
    void changesThatDoNotFitIntoTheMemoryAreRefused() throws IOException {
        for (int i = 0; i < 40; i++) {
            deletes.add(pair(2L * i, 1));
            anchors.add(pair(2L * i, 1));
            values.add(pair(2L * i, 1));
        }
        Path path = write();
        try (Sidecar small = Sidecar.open(RangeSources.open(path), 639);
                Sidecar just = Sidecar.open(RangeSources.open(path), 640);
                Sidecar enough = Sidecar.open(RangeSources.open(path), 10_000)) {
            TooManyChangesException e = assertThrows(TooManyChangesException.class, small::deletedRows);
            assertTrue(e.getMessage().contains(path.getFileName().toString()), e.getMessage());
            assertTrue(e.getMessage().contains("more than 639 bytes"), e.getMessage());
            assertThrows(TooManyChangesException.class, small::anchors);
            assertEquals(40, just.deletedRows().count());
            assertEquals(40, just.anchors().rows());
            assertThrows(TooManyChangesException.class, () -> small.values(Map.of(7, "n"), 0, 100));
            assertEquals(5, small.changes(Map.of(7, "n"), 0, 10).deletedRows().count(), "fewer rows may fit");
            assertEquals(40, enough.changes(Map.of(7, "n"), 0, 100).changedRows("n"));
        }
    }

    @Test
    void whatIsRightIsRead() throws IOException {
        deletes.addAll(List.of(pair(0, 1), pair(2, 98)));
        anchors.addAll(List.of(pair(0, 5), pair(100, 1)));
        values.addAll(List.of(pair(0, 1), pair(99, 1)));
        Path path = write();
        assertTrue(Reference.isGood(path));
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path))) {
            assertTrue(sidecar.deletedRows().count() == 99 && sidecar.anchors().rows() == 6);
            assertTrue(sidecar.changes(Map.of(7, "n"), 0, 100).changedRows("n") == 2);
            assertTrue(sidecar.changes(Map.of(8, "n"), 0, 100).changedColumns().isEmpty());
        }
    }

    @Test
    void runsThatOverlap() throws IOException {
        deletes.addAll(List.of(pair(0, 3), pair(2, 1)));
        assertRefused("entry 1 breaks the rules of sidecars: 1 rows from row 2 on");
    }

    @Test
    void runsThatTouch() throws IOException {
        deletes.addAll(List.of(pair(0, 3), pair(3, 1)));
        assertRefused("from row 3 on");
    }

    @Test
    void runsThatDescend() throws IOException {
        deletes.addAll(List.of(pair(10, 3), pair(3, 1)));
        assertRefused("from row 3 on");
    }

    @Test
    void emptyRuns() throws IOException {
        deletes.add(pair(3, 0));
        assertRefused("0 rows from row 3");
    }

    @Test
    void runsBehindTheEnd() throws IOException {
        deletes.add(pair(99, 2));
        assertRefused("within the fragment's 100");
    }

    @Test
    void runsOfVeryManyRows() throws IOException {
        deletes.addAll(List.of(pair(1, Long.MAX_VALUE)));
        assertRefused("within the fragment's 100");
    }

    @Test
    void negativeRuns() throws IOException {
        deletes.add(pair(-5, 8));
        assertRefused("from row -5 on");
    }

    @Test
    void positionsTwice() throws IOException {
        values.addAll(List.of(pair(5, 1), pair(5, 2)));
        assertRefused("entry 1 breaks the rules of sidecars: row 5 does not follow row 5");
    }

    @Test
    void positionsThatDescend() throws IOException {
        values.addAll(List.of(pair(5, 1), pair(4, 2)));
        assertRefused("row 4 does not follow row 5");
    }

    @Test
    void positionsBehindTheEnd() throws IOException {
        values.add(pair(100, 1));
        assertRefused("row 100 does not follow");
    }

    @Test
    void negativePositions() throws IOException {
        values.add(pair(-1, 1));
        assertRefused("row -1 does not follow");
    }

    @Test
    void anchorsThatAreNotAscending() throws IOException {
        anchors.addAll(List.of(pair(5, 1), pair(5, 2)));
        assertRefused("ascend");
    }

    @Test
    void anchorsBehindTheEnd() throws IOException {
        anchors.add(pair(101, 1));
        assertRefused("entry 0 breaks the rules of sidecars: row 101 is behind the fragment's 100");
    }

    @Test
    void anchorsOfTooManyRows() throws IOException {
        anchors.addAll(List.of(pair(1, Long.MAX_VALUE), pair(2, 1)));
        assertRefused("anchor 1");
    }

    @Test
    void noProperties() throws IOException {
        properties = List.of();
        assertRefused("no property " + SidecarLayout.FRAGMENT);
    }

    @Test
    void rowsThatAreNoNumber() throws IOException {
        properties = List.of(properties.get(0), KeyValue.of(SidecarLayout.ROWS, "1e3"), properties.get(2));
        assertRefused("'1e3'");
    }

    @Test
    void moreRowsThanAFileHas() throws IOException {
        properties = List.of(properties.get(0), KeyValue.of(SidecarLayout.ROWS, "9".repeat(18)), properties.get(2));
        assertRefused("out of range");
    }

    @Test
    void severalRows() throws IOException {
        rows = 2;
        assertRefused("it has 2 rows");
    }

    @Test
    void wrongTypes() throws IOException {
        schema = Schema.of(
                schema.fields().get(0),
                Field.required(
                        SidecarLayout.ANCHORS,
                        Type.map(
                                Field.required("position", Type.of(TypeKind.INT64)),
                                Field.required("count", Type.of(TypeKind.INT32)))));
        assertRefused("expected are");
    }

    @Test
    void missingParts() throws IOException {
        schema = Schema.of(schema.fields().get(0));
        assertRefused("expected are");
    }

    @Test
    void fieldsWithoutId() throws IOException {
        Field values7 = schema.fields().get(2);
        schema = Schema.of(
                schema.fields().get(0), schema.fields().get(1), Field.required(values7.name(), values7.type()));
        assertRefused("no field id");
    }

    /** What fits the sidecar, but not the file that it is laid over. */
    @Test
    void valuesOfAnotherTypeThanTheFiles() throws IOException {
        values.add(pair(3, 1));
        Path path = write();
        Path data = folder.resolve("data");
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(data, SinkOptions.DEFAULT),
                Schema.of(Field.required("n", Type.of(TypeKind.INT32)), Field.required("m", Type.of(TypeKind.INT64))),
                WriterOptions.DEFAULT)) {
            writer.rows().append(1, 1L);
            writer.finish();
        }
        try (Sidecar sidecar = Sidecar.open(RangeSources.open(path));
                StoaFile file = StoaFile.open(RangeSources.open(data))) {
            RowChanges changes = sidecar.changes(Map.of(7, "n"), 0, 100);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> file.scan().changes(changes).build());
            RowChanges behind = sidecar.changes(Map.of(7, "m"), 0, 100);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> file.scan().changes(behind).build());
        }
    }
}
