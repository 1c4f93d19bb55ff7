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
package dev.stoa.cli.internal.files;

import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.print.Printable;
import dev.stoa.format.Field;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints schemas for people. */
final class SchemaText {
    private static final int MOST_SHOWN = 100;

    private SchemaText() {}

    /** Prints the row count, columns, sort order and key-value metadata of a file. */
    static void print(PrintWriter out, StoaFile stoa) throws IOException {
        FileInfo info = stoa.info();
        out.println(Spool.named(stoa.name()) + ": " + stoa.rowCount() + (stoa.rowCount() == 1 ? " row" : " rows")
                + ", edition " + info.edition() + ", written by " + Printable.of(info.createdBy()));
        for (Field field : stoa.schema().fields()) {
            print(out, field, "  ");
        }
        if (!info.sortColumns().isEmpty()) {
            out.println("sorted by "
                    + String.join(
                            ", ",
                            info.sortColumns().stream().map(SchemaText::order).toList()));
        }
        for (FileInfo.KeyValue pair : info.keyValues()) {
            out.println("key " + Printable.of(pair.key())
                    + pair.value().map(v -> " = " + shortened(v)).orElse(""));
        }
    }

    /** Cuts a long value, such as a schema of Arrow in base64, which only programs read. */
    private static String shortened(String value) {
        return value.length() <= MOST_SHOWN
                ? Printable.of(value)
                : Printable.of(value, MOST_SHOWN) + " (" + value.length() + " characters, --json prints all)";
    }

    /** Prints a field and, indented further, its children. */
    static void print(PrintWriter out, Field field, String indent) {
        boolean nested = field.type().kind().isNested();
        String type = nested
                ? field.type().kind().name().toLowerCase(Locale.ROOT)
                : field.type().toString();
        out.println(indent + Printable.of(field.name()) + ": " + Printable.of(type)
                + (field.nullable() ? "" : " not null")
                + (field.fieldId().isPresent() ? " id " + field.fieldId().getAsInt() : ""));
        if (nested) {
            for (Field child : field.type().fields()) {
                print(out, child, indent + "  ");
            }
        }
    }

    /** Returns a sort order, such as {@code price desc nulls first}. */
    static String order(FileInfo.SortOrder order) {
        return order.column() + (order.descending() ? " desc" : "") + (order.nullsFirst() ? " nulls first" : "");
    }
}
