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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of docs/arrow.md is the code between two comments here, and runs. */
final class ArrowDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "arrow.md");
    private static final Path THIS = Path.of("src/test/java/dev/stoa/arrow/ArrowDocumentTest.java");
    private static final int ROWS = 1000;

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void write() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)), Field.nullable("name", Type.of(TypeKind.STRING)));
        List<Object[]> rows = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            rows.add(new Object[] {i, "n" + i});
        }
        path = folder.resolve("a.stoa");
        StoaFiles.write(path, schema, rows);
    }

    @Test
    void reads() throws IOException {
        long rows = 0;
        // snippet
        try (StoaFile file = StoaFile.open(RangeSources.open(path));
                BufferAllocator allocator = new RootAllocator();
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            while (reader.loadNextBatch()) {
                rows += root.getRowCount();
            }
        }
        // end of snippet
        assertEquals(ROWS, rows);
    }

    @Test
    void keepsDictionaries() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("name", Type.of(TypeKind.STRING)),
                Field.nullable("address", Type.struct(List.of(Field.nullable("city", Type.of(TypeKind.STRING))))));
        Path people = folder.resolve("people.stoa");
        StoaFiles.write(people, schema, List.<Object[]>of(new Object[] {"Ada", new Object[] {"London"}}));
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFile.open(RangeSources.open(people))) {
            // snippet
            StoaArrowReader reader = StoaArrowReader.of(allocator, file.scan().build())
                    .dictionaries(List.of(ColumnPath.of("name"), ColumnPath.parse("address.city")));
            // end of snippet
            try (reader) {
                assertTrue(reader.loadNextBatch());
                assertEquals("Ada", reader.lookup(0).getVector().getObject(0).toString());
                assertEquals("London", reader.lookup(1).getVector().getObject(0).toString());
            }
        }
    }

    private static void export(StoaFile file, BufferAllocator allocator, long address) throws IOException {
        // snippet
        StoaArrowReader.of(allocator, file.scan().build()).closing(file).exportTo(address);
        // end of snippet
    }

    private static void write(ArrowReader reader, FileSink sink) throws IOException {
        // snippet
        ArrowBatches batches = ArrowBatches.of(reader);
        try (StoaWriter writer = StoaWriter.create(sink, batches.schema(), WriterOptions.DEFAULT)) {
            batches.writeTo(writer::write);
            writer.finish();
        }
        // end of snippet
    }

    private static void upsert(Table table, VectorSchemaRoot root) throws IOException {
        // snippet
        try (RowInsert upsert = TableOperations.of(table).upsert()) {
            ArrowBatches.of(root, new MapDictionaryProvider()).writeTo(upsert::write);
            upsert.commit();
        }
        // end of snippet
    }

    @Test
    void exportsWritesAndUpserts() throws IOException {
        Path copy = folder.resolve("copy.stoa");
        Table table = Table.create(
                new LocalFolder(folder.resolve("table")),
                StoaFiles.open(path).schema(),
                new TableProperties(List.of(), List.of(1), List.of(), Map.of()),
                TableSettings.DEFAULT);
        try (BufferAllocator allocator = new RootAllocator()) {
            try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
                export(StoaFiles.open(path), allocator, stream.memoryAddress());
                try (ArrowReader reader = Data.importArrayStream(allocator, stream)) {
                    write(reader, LocalFileSink.create(copy, SinkOptions.DEFAULT));
                }
            }
            try (StoaFile file = StoaFiles.open(copy);
                    StoaArrowReader reader =
                            StoaArrowReader.of(allocator, file.scan().build())) {
                assertTrue(reader.loadNextBatch());
                upsert(table, reader.getVectorSchemaRoot());
            }
        }
        assertEquals(StoaFiles.rows(path), StoaFiles.rows(copy));
        assertEquals(ROWS, table.snapshot().rowCount());
    }

    @Test
    void theDocumentShowsThis() throws IOException {
        List<String> shown = between(Files.readString(DOCUMENT), "```java", "```");
        List<String> here = between(Files.readString(THIS), "// snippet", "// end of snippet");
        assertTrue(shown.size() > 2, "the document has snippets");
        assertEquals(shown, here);
    }

    /** The parts between two lines, without comments and white space. */
    private static List<String> between(String text, String begin, String end) {
        List<String> found = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean isInside = false;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.equals(isInside ? end : begin)) {
                if (isInside) {
                    found.add(part.toString());
                    part.setLength(0);
                }
                isInside = !isInside;
            } else if (isInside) {
                part.append(line.replaceAll("//.*", "").replaceAll("\\s+", ""));
            }
        }
        return found;
    }
}
