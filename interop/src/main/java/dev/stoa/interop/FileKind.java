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
package dev.stoa.interop;

import dev.stoa.vio.hadoop.FsErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The formats of files that are converted. */
public enum FileKind {
    /** Stoa. */
    STOA(".stoa"),
    /** Parquet. */
    PARQUET(".parquet"),
    /** ORC. */
    ORC(".orc"),
    /** Avro. */
    AVRO(".avro"),
    /** Arrow's IPC formats. */
    ARROW(".arrow"),
    /** Delimited text, commas by default. */
    CSV(".csv"),
    /** Delimited text, tabs by default. */
    TSV(".tsv"),
    /** JSON lines, one object per row: written, not read. */
    JSON(".jsonl"),
    /** A table of Markdown: written, not read. */
    MARKDOWN(".md");

    private final String extension;

    FileKind(String extension) {
        this.extension = extension;
    }

    /** The extension of its files, with the dot. */
    public String extension() {
        return extension;
    }

    /** Whether its files are delimited text. */
    public boolean isText() {
        return this == CSV || this == TSV;
    }

    /** Whether files of this kind are read, not only written. */
    public boolean isReadable() {
        return this != JSON && this != MARKDOWN;
    }

    /** Whether its files consist of lines, which gzip may compress as a whole. */
    public boolean isLines() {
        return isText() || !isReadable();
    }

    /** The kind that a name's extension says; compressed texts too. */
    public static Optional<FileKind> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
        for (FileKind kind : values()) {
            if (plain.endsWith(kind.extension) && (kind.isLines() || plain.equals(lower))) {
                return Optional.of(kind);
            }
        }
        if (plain.endsWith(".json") || plain.endsWith(".ndjson")) {
            return Optional.of(JSON);
        }
        if (lower.endsWith(".feather") || lower.endsWith(".arrows")) {
            return Optional.of(ARROW);
        }
        return plain.endsWith(".tab") ? Optional.of(TSV) : plain.endsWith(".txt") ? Optional.of(CSV) : Optional.empty();
    }

    /**
     * The kind of a file: by its name, else by its first bytes.
     *
     * @param length of the file in bytes
     * @return absent if neither tells
     * @throws IOException if the store fails
     */
    public static Optional<FileKind> of(FileSystem fs, Path path, long length) throws IOException {
        Optional<FileKind> named = ofName(path.getName());
        return named.isPresent() ? named : ofContent(fs, path, length);
    }

    /**
     * Returns the kind of a file by its first bytes.
     *
     * @param length of the file in bytes
     * @return absent for text and for unknown formats
     * @throws IOException if the store fails
     */
    public static Optional<FileKind> ofContent(FileSystem fs, Path path, long length) throws IOException {
        if (length < 4) {
            return Optional.empty();
        }
        byte[] magic = new byte[4];
        try (FSDataInputStream in = fs.open(path)) {
            in.readFully(0, magic);
        } catch (FSError e) {
            throw FsErrors.ioException(path.toString(), e);
        }
        String text = new String(magic, StandardCharsets.ISO_8859_1);
        if (text.startsWith("ORC")) {
            return Optional.of(ORC);
        }
        return switch (text) {
            case "PAR1" -> Optional.of(PARQUET);
            case "STOA" -> Optional.of(STOA);
            case "Obj\u0001" -> Optional.of(AVRO);
            case "ARRO", "\u00ff\u00ff\u00ff\u00ff" -> Optional.of(ARROW);
            default -> Optional.empty();
        };
    }
}
