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
package dev.stoa.cli;

import dev.stoa.format.StoaException;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;

/** The kinds of files that are converted. */
enum FileKind {
    /** Stoa. */
    STOA(".stoa"),
    /** Parquet. */
    PARQUET(".parquet"),
    /** ORC. */
    ORC(".orc"),
    /** Avro. */
    AVRO(".avro"),
    /** Delimited text, commas by default. */
    CSV(".csv"),
    /** Delimited text, tabs by default. */
    TSV(".tsv");

    private final String extension;

    FileKind(String extension) {
        this.extension = extension;
    }

    String extension() {
        return extension;
    }

    boolean isText() {
        return this == CSV || this == TSV;
    }

    /** The kind that a name's extension says; compressed texts too. */
    static Optional<FileKind> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
        for (FileKind kind : values()) {
            if (plain.endsWith(kind.extension) && (kind.isText() || plain.equals(lower))) {
                return Optional.of(kind);
            }
        }
        return plain.endsWith(".tab") ? Optional.of(TSV) : plain.endsWith(".txt") ? Optional.of(CSV) : Optional.empty();
    }

    /** The kind of an input: by its name, else by its first bytes. */
    static FileKind of(InputFiles.Input input) throws IOException {
        Optional<FileKind> named = ofName(input.path().getName());
        if (named.isPresent()) {
            return named.get();
        }
        byte[] magic = new byte[4];
        if (input.status().getLen() >= 4) {
            try (FSDataInputStream in = input.fs().open(input.path())) {
                in.readFully(0, magic);
            }
        }
        String text = new String(magic, java.nio.charset.StandardCharsets.ISO_8859_1);
        if (text.equals("PAR1")) {
            return PARQUET;
        } else if (text.equals("STOA")) {
            return STOA;
        } else if (text.startsWith("ORC")) {
            return ORC;
        } else if (text.equals("Obj\u0001")) {
            return AVRO;
        }
        throw new StoaException(
                input.path() + ": neither the name nor the first bytes tell what it is: name it with --from");
    }
}
