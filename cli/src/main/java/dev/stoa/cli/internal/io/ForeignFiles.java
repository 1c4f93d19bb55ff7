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
package dev.stoa.cli.internal.io;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.ReadableFormat;
import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.RowSource;
import dev.stoa.interop.Sources;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.csv.CsvSniffer;
import dev.stoa.interop.csv.CsvSource;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/** Files of other formats, for commands that look at a file whatever it is. They use the defaults of a conversion. */
public final class ForeignFiles {
    private ForeignFiles() {}

    /** Takes batches until it has enough. */
    @FunctionalInterface
    public interface Target {
        /** Takes a batch; returns whether it wants another one. */
        boolean take(Batch batch) throws IOException;
    }

    /** Ends a text early. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1;

        Enough() {
            super("enough rows");
        }
    }

    /**
     * The format of a file that is no Stoa file; absent for a Stoa file, and if the format shows neither in its name nor in its
     * first bytes.
     *
     * @param from the format, if an option names it
     */
    public static Optional<FileKind> kind(InputFiles.Input input, Optional<FileKind> from) throws IOException {
        if (from.isPresent()) {
            return from.filter(kind -> kind != FileKind.STOA);
        }
        Optional<FileKind> named = FileKind.ofName(input.path().getName());
        if (named.equals(Optional.of(FileKind.STOA))) {
            return Optional.empty(); // without a request
        }
        Optional<FileKind> content =
                FileKind.ofContent(input.fs(), input.path(), input.status().getLen());
        if (content.equals(Optional.of(FileKind.STOA))) {
            return Optional.empty();
        }
        named.ifPresent(kind -> ReadableFormat.check(input.path().toString(), kind));
        return named.or(() -> content);
    }

    /**
     * The columns that a conversion would make of the file.
     *
     * @param notes takes the findings in a text
     */
    public static Schema schema(InputFiles.Input input, FileKind kind, Configuration conf, Consumer<String> notes)
            throws IOException {
        if (kind.isText()) {
            try (TextInput text = TextInput.open(input, Guard.none());
                    CsvSource source = text(input, kind, text, notes)) {
                return source.schema();
            }
        }
        try (RowSource source = OpenFiles.rows(input, kind, Sources.DEFAULT, conf)) {
            return source.schema();
        }
    }

    /**
     * Reads rows until the target has enough of them.
     *
     * @param notes takes the findings in a text
     */
    public static void read(
            InputFiles.Input input, FileKind kind, Configuration conf, Consumer<String> notes, Target target)
            throws IOException {
        if (kind.isText()) {
            readText(input, kind, notes, target);
            return;
        }
        try (RowSource source = OpenFiles.rows(input, kind, Sources.DEFAULT, conf)) {
            boolean more = true;
            while (more && source.next()) {
                more = target.take(source.batch());
            }
        }
    }

    private static void readText(InputFiles.Input input, FileKind kind, Consumer<String> notes, Target target)
            throws IOException {
        try (TextInput text = TextInput.open(input, Guard.none());
                CsvSource source = text(input, kind, text, notes)) {
            source.writeTo(
                    batch -> {
                        if (!target.take(batch)) {
                            throw new Enough();
                        }
                    },
                    Optional.empty());
        } catch (Enough e) {
            // the target has its rows
        }
    }

    private static CsvSource text(InputFiles.Input input, FileKind kind, TextInput text, Consumer<String> notes)
            throws IOException {
        String name = input.path().toString();
        CsvSniffer.Sniffed sniffed = CsvSniffer.sniff(text, name, CsvOptions.DEFAULT.of(kind));
        sniffed.notes().forEach(note -> notes.accept(name + ": " + note));
        CsvSource source = CsvSource.open(text, name, sniffed.options());
        source.notes().forEach(note -> notes.accept(name + ": " + note));
        return source;
    }

    /** The refusal of a file of another format by a command that takes Stoa files only. */
    static CommandException refusal(InputFiles.Input input, FileKind kind) {
        String name = kind.isText() || kind == FileKind.ORC
                ? kind.name()
                : kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT);
        return CommandException.usage(input.path() + " is a file of " + name
                + ". 'stoa schema' and 'stoa head' show it, 'stoa convert' makes a Stoa file of it");
    }
}
