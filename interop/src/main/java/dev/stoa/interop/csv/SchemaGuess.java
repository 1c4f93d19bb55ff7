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
package dev.stoa.interop.csv;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Infers the schema of a text from all its rows.
 *
 * @param opener opens it
 * @param file its name, for messages
 * @param options how it is read
 * @param values the same
 * @param threads how many parse it
 * @param chunkBytes about how much each of them at a time
 */
record SchemaGuess(
        CsvSource.Opener opener, String file, CsvOptions options, TextValues values, int threads, int chunkBytes) {

    SchemaGuess(CsvSource.Opener opener, String file, CsvOptions options, TextValues values, int threads) {
        this(opener, file, options, values, threads, RecordChunks.CHUNK_BYTES);
    }

    /**
     * The result.
     *
     * @param schema the columns
     * @param options as given, with the form of dates that was found
     * @param notes what to tell of it
     */
    record Inferred(Schema schema, CsvOptions options, List<String> notes) {}

    Inferred infer() throws IOException {
        List<String> names = CsvSource.header(opener, file, options);
        List<TypeGuess> guesses = guesses(names.size());
        if (threads == 1) {
            try (CsvRows rows = new CsvRows(opener.open(), file, options)) {
                see(rows, options.dialect().header(), guesses);
            }
        } else {
            try (RecordChunks chunks = new RecordChunks(opener.open(), file, options, chunkBytes)) {
                InOrder.run(chunks, threads, chunk -> ofChunk(chunk, names.size()), more -> {
                    for (int i = 0; i < guesses.size(); i++) {
                        guesses.get(i).add(more.get(i));
                    }
                });
            }
        }
        ColumnNotes notes = ColumnNotes.of(names, guesses, options);
        List<Field> fields = new ArrayList<>();
        try {
            for (int i = 0; i < names.size(); i++) {
                boolean isDate = notes.datePattern().isPresent()
                        && guesses.get(i)
                                .datePatterns()
                                .equals(List.of(notes.datePattern().get()));
                fields.add(Field.nullable(
                        names.get(i),
                        isDate ? Type.of(TypeKind.DATE) : guesses.get(i).type()));
            }
            CsvOptions found = notes.datePattern()
                    .map(pattern -> options.withForms(options.forms().withDatePattern(pattern)))
                    .orElse(options);
            return new Inferred(new Schema(fields), found, notes.texts());
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(
                    file + ": the header does not make a schema: " + e.getMessage()
                            + ". Skip the header and name the columns by a schema",
                    e);
        }
    }

    private List<TypeGuess> ofChunk(RecordChunks.Chunk chunk, int columns) throws IOException {
        List<TypeGuess> guesses = guesses(columns);
        try (CsvRows rows = new CsvRows(new ByteArrayInputStream(chunk.bytes()), file, options, chunk.firstLine())) {
            see(rows, options.dialect().header() && chunk.isFirst(), guesses);
        }
        return guesses;
    }

    private List<TypeGuess> guesses(int columns) {
        List<TypeGuess> guesses = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            guesses.add(new TypeGuess(values));
        }
        return guesses;
    }

    private void see(CsvRows rows, boolean withHeader, List<TypeGuess> guesses) throws IOException {
        boolean isHeader = withHeader;
        while (rows.next()) {
            if (isHeader) {
                isHeader = false;
                continue;
            }
            if (ValueRows.isSkipped(rows, guesses.size())) {
                continue;
            }
            ValueRows.checkCount(rows, guesses.size(), file);
            for (int i = 0; i < guesses.size(); i++) {
                if (!rows.isNull(i)) {
                    guesses.get(i).see(rows.text(i));
                }
            }
        }
    }
}
