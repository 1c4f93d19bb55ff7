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
package dev.stoa.benchmarks.corpus;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvSource;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A table as delimited text without a list of types. It infers them as the tool did that made these tables into Parquet. Empty
 * cells are null, with quotes or without. All integers are int64. All other numbers are float64, even if that loses digits.
 * Only the tool's booleans, yes and no, stay text.
 */
final class InferredText implements CorpusTable.Rows {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern LOCAL = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?");
    private static final Type TEXT = Type.of(TypeKind.STRING);

    private final Path text;
    private final CsvOptions options;
    private Optional<Typed> typed = Optional.empty();

    /** The types of a column's texts, in the order of the tries. */
    @SuppressWarnings("ImmutableEnumChecker") // a type is immutable
    private enum Guess {
        INTEGER(Type.of(TypeKind.INT64)),
        FLOATING(Type.of(TypeKind.FLOAT64)),
        DAY(Type.of(TypeKind.DATE)),
        LOCAL_TIME(Type.timestamp(6, false)),
        INSTANT(Type.timestamp(6, true)),
        STRING(TEXT);

        private final Type type;

        Guess(Type type) {
            this.type = type;
        }

        boolean fits(String text) {
            return switch (this) {
                case INTEGER -> isLong(text);
                case FLOATING -> NUMBER.matcher(text).matches();
                case DAY -> DATE.matcher(text).matches();
                case LOCAL_TIME -> LOCAL.matcher(text).matches();
                case INSTANT ->
                    text.endsWith("Z")
                            && LOCAL.matcher(text.substring(0, text.length() - 1))
                                    .matches();
                case STRING -> true;
            };
        }

        private static boolean isLong(String text) {
            try {
                Long.parseLong(text);
                return true;
            } catch (NumberFormatException e) {
                return false;
            }
        }

        Object parse(String text) {
            return switch (this) {
                case INTEGER -> Long.valueOf(text);
                case FLOATING -> Double.valueOf(text);
                case DAY -> LocalDate.parse(text);
                case LOCAL_TIME -> LocalDateTime.parse(text);
                case INSTANT -> Instant.parse(text);
                case STRING -> text;
            };
        }
    }

    /** All cells as strings, and what they are. */
    private record Typed(Path strings, Schema schema, List<Guess> guesses) {}

    /**
     * A text with columns of given names.
     *
     * @param options how it is written; their schema has strings only
     */
    InferredText(Path text, CsvOptions options) {
        this.text = text;
        this.options = options;
    }

    @Override
    public long writeTo(CorpusTable.WriterOpener opener) throws IOException {
        if (typed.isEmpty()) {
            typed = Optional.of(infer());
        }
        List<Guess> guesses = typed.get().guesses;
        Object[] row = new Object[guesses.size()];
        long count = 0;
        try (StoaFile file = StoaFile.open(RangeSources.open(typed.get().strings));
                Scan scan = file.scan().build();
                StoaWriter writer = opener.open(typed.get().schema)) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int r = 0; r < batch.rowCount(); r++) {
                    for (int c = 0; c < row.length; c++) {
                        BytesVector column = (BytesVector) batch.column(c);
                        row[c] = isNull(column, r) ? null : guesses.get(c).parse(cell(column, r));
                    }
                    writer.rows().append(row);
                }
                count += batch.rowCount();
            }
            writer.finish();
        }
        return count;
    }

    private Typed infer() throws IOException {
        Path strings = Files.createTempFile("corpus", ".stoa");
        strings.toFile().deleteOnExit();
        try (CsvSource source = CsvSource.open(() -> CorpusText.open(text), text.toString(), options);
                StoaWriter writer = StoaWriter.create(
                        LocalFileSink.create(strings, SinkOptions.DEFAULT.withOverwrite(true)),
                        source.schema(),
                        WriterOptions.DEFAULT)) {
            source.writeTo(writer.rows());
            writer.finish();
            List<Guess> guesses = guess(strings, source.schema().fields().size());
            List<Field> fields = new ArrayList<>();
            for (int c = 0; c < guesses.size(); c++) {
                fields.add(Field.nullable(source.schema().fields().get(c).name(), guesses.get(c).type));
            }
            return new Typed(strings, new Schema(fields), guesses);
        }
    }

    private static List<Guess> guess(Path strings, int columns) throws IOException {
        List<Optional<Guess>> guesses = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            guesses.add(Optional.empty());
        }
        try (StoaFile file = StoaFile.open(RangeSources.open(strings));
                Scan scan = file.scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int c = 0; c < columns; c++) {
                    BytesVector column = (BytesVector) batch.column(c);
                    for (int row = 0; row < batch.rowCount(); row++) {
                        boolean open =
                                guesses.get(c).isEmpty() || guesses.get(c).get() != Guess.STRING;
                        if (open && !isNull(column, row)) {
                            guesses.set(c, Optional.of(next(guesses.get(c), cell(column, row))));
                        }
                    }
                }
            }
        }
        return guesses.stream().map(guess -> guess.orElse(Guess.STRING)).toList();
    }

    /**
     * Returns the type of a column after one more text. Integers may become floating-point numbers; other types only become
     * text.
     */
    private static Guess next(Optional<Guess> guess, String text) {
        Guess next = guess.orElse(Guess.INTEGER);
        while (!next.fits(text)) {
            next = Guess.values()[next.ordinal() + 1];
        }
        return guess.isEmpty() || next == guess.get() || next == Guess.FLOATING ? next : Guess.STRING;
    }

    private static boolean isNull(BytesVector column, int row) {
        return column.isNull(row) || column.length(row) == 0;
    }

    private static String cell(BytesVector column, int row) {
        return new String(column.data(), column.start(row), column.length(row), StandardCharsets.UTF_8);
    }
}
