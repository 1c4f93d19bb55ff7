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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The steps of a repair do what the plan says, and keep what they replace. */
class RepairStepsTest {
    private static final byte[] OLD = {1, 2, 3};
    private static final byte[] NEW = {4, 5};

    private final MemoryFolder table = new MemoryFolder();
    private final MemoryFolder copy = new MemoryFolder();

    /** Counts the bytes that are expected, and notes what happens to files. */
    private final class Noting extends ForwardingFolder {
        final List<String> done = new ArrayList<>();

        Noting() {
            super(table);
        }

        @Override
        public FileSink create(String name, SinkOptions options) throws IOException {
            done.add("write " + name);
            return super.create(name, options);
        }

        @Override
        public boolean delete(String name) throws IOException {
            done.add("delete " + name);
            return super.delete(name);
        }
    }

    @Test
    void aStepIsSeenBeforeItIsDone() throws IOException {
        table.put("a", OLD);
        table.put("b", OLD);
        copy.put("c", NEW);
        RepairSteps steps = new RepairSteps(table);
        assertTrue(steps.isEmpty());
        steps.setAside("a", "it is damaged");
        steps.write("b", NEW, "it was lost");
        steps.copy("c", copy);
        assertFalse(steps.isEmpty());
        assertEquals(
                List.of("a: set aside: it is damaged", "b: written: it was lost", "c: restored from memory"),
                steps.texts());
        assertEquals(Optional.empty(), steps.planned().find("a"));
        assertEquals(2, steps.planned().find("b").orElseThrow().length());
        assertEquals(2, steps.planned().find("c").orElseThrow().length());
        assertEquals(3, table.find("a").orElseThrow().length());
        assertEquals(3, table.find("b").orElseThrow().length());
        assertEquals(Optional.empty(), table.find("c"));
    }

    @Test
    void replacedFilesAreKeptAside() throws IOException {
        for (String name : List.of("gone", "written", "copied")) {
            table.put(name, OLD);
        }
        copy.put("copied", NEW);
        Noting noting = new Noting();
        RepairSteps steps = new RepairSteps(noting);
        steps.setAside("gone", "why");
        steps.write("written", NEW, "why");
        steps.copy("copied", copy);
        steps.apply("aside");
        assertEquals(
                List.of(
                        "write aside/gone",
                        "delete gone",
                        "write aside/written",
                        "write written",
                        "write aside/copied",
                        "write copied"),
                noting.done);
        for (String name : List.of("gone", "written", "copied")) {
            assertArrayEquals(OLD, table.bytes("aside/" + name), name);
        }
        assertEquals(Optional.empty(), table.find("gone"));
        assertArrayEquals(NEW, table.bytes("written"));
        assertArrayEquals(NEW, table.bytes("copied"));
    }

    @Test
    void filesThatWereNotThereLeaveNothingAside() throws IOException {
        copy.put("copied", NEW);
        Noting noting = new Noting();
        RepairSteps steps = new RepairSteps(noting);
        steps.setAside("gone", "why");
        steps.write("written", NEW, "why");
        steps.copy("copied", copy);
        steps.apply("aside");
        assertEquals(List.of("write written", "write copied"), noting.done);
        assertArrayEquals(NEW, table.bytes("written"));
        assertArrayEquals(NEW, table.bytes("copied"));
    }

    /** A file that a repair replaces more than once is aside in each of its forms. */
    @Test
    void nothingThatIsAsideIsReplaced() throws IOException {
        table.put("a", OLD);
        RepairSteps steps = new RepairSteps(table);
        steps.write("a", NEW, "first");
        steps.write("a", new byte[] {6}, "second");
        steps.setAside("a", "third");
        steps.apply("aside");
        assertArrayEquals(OLD, table.bytes("aside/a"));
        assertArrayEquals(NEW, table.bytes("aside/a.2"));
        assertArrayEquals(new byte[] {6}, table.bytes("aside/a.3"));
        assertEquals(Optional.empty(), table.find("a"));
    }

    @Test
    void aFileIsMovedAside() throws IOException {
        table.put("d/a", OLD);
        table.put("empty", new byte[0]);
        RepairSteps.moveAside(table, "d/a", "aside");
        RepairSteps.moveAside(table, "empty", "aside");
        Noting noting = new Noting();
        RepairSteps.moveAside(noting, "none", "aside");
        assertEquals(List.of(), noting.done);
        assertArrayEquals(OLD, table.bytes("aside/d/a"));
        assertArrayEquals(new byte[0], table.bytes("aside/empty"));
        assertEquals(Optional.empty(), table.find("d/a"));
        assertEquals(Optional.empty(), table.find("empty"));
    }

    /** Files of more than one piece, and of whole pieces only. */
    @Test
    void longFilesAreMovedWhole() throws IOException {
        for (int length : new int[] {(4 << 20) - 1, 4 << 20, (8 << 20) + 5}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * 31 + (i >> 20));
            }
            table.put("long" + length, bytes);
            RepairSteps.moveAside(table, "long" + length, "aside");
            assertArrayEquals(bytes, table.bytes("aside/long" + length));
        }
    }

    @Test
    void aFolderIsNotMoved() {
        table.put("a/b", OLD);
        TableException e = assertThrows(TableException.class, () -> RepairSteps.moveAside(table, "a", "aside"));
        assertEquals(
                "memory/a: a folder has the path of a file of the table: move the folder elsewhere first",
                e.getMessage());
        assertArrayEquals(OLD, table.bytes("a/b"));
    }

    @Test
    void aFileThatTheStoreCantReadStays() throws IOException {
        table.put("a", OLD);
        RangeReadException cause = new RangeReadException("memory/a", new Range(0, 3), "bad sector");
        Folder broken = new ForwardingFolder(table) {
            @Override
            public RangeSource open(String name, OptionalLong knownLength) throws IOException {
                throw cause;
            }
        };
        TableException e = assertThrows(TableException.class, () -> RepairSteps.moveAside(broken, "a", "aside"));
        assertEquals(
                "memory/a: the store can't read it, so it is not moved aside: move it elsewhere by the store's own"
                        + " tools, then repair the table again",
                e.getMessage());
        assertEquals(cause, e.getCause());
        assertArrayEquals(OLD, table.bytes("a"));
        assertEquals(Optional.empty(), table.find("aside/a"));
    }

    @Test
    void filesThatAPlanCreatesAreSteps() throws IOException {
        table.put("d/a", OLD);
        RepairSteps steps = new RepairSteps(table);
        Folder files = new PlannedFiles(steps, "it was lost");
        assertEquals(table.id(), files.id());
        try (FileSink sink = files.create("d/b", SinkOptions.DEFAULT)) {
            assertEquals("memory/d/b", sink.id());
            sink.write(NEW);
            assertEquals(2, sink.position());
            assertTrue(steps.isEmpty());
            sink.commit();
        }
        try (FileSink sink = files.create("d/c", SinkOptions.DEFAULT)) {
            sink.write(NEW);
        }
        assertEquals(List.of("d/b: written: it was lost"), steps.texts());
        assertEquals(
                List.of("a", "b"),
                files.list("d").stream().map(Folder.Entry::name).toList());
        assertEquals(2, files.find("d/b").orElseThrow().length());
        assertEquals(Optional.empty(), files.find("d/c"));
        for (String name : List.of("d/a", "d/b")) {
            try (RangeSource source = files.open(name, OptionalLong.empty())) {
                assertEquals(name.equals("d/a") ? 3 : 2, source.length());
            }
        }
        assertThrows(IOException.class, () -> files.delete("d/a"));
        assertEquals(1, table.list("d").size(), "nothing is done yet");
    }
}
