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
package dev.stoa.cli.internal.print;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.table.Expiry;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints what a verification of a table has found. */
public final class TableReportPrinter {
    /** More files that nothing references are only counted. */
    private static final int MOST_FILES = 20;

    private final PrintWriter out;

    public TableReportPrinter(PrintWriter out) {
        this.out = out;
    }

    /** The name of a kind of fault, such as {@code missing-entry}. */
    static String name(TableFault.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As lines: one for each fault. */
    public void lines(String table, TableReport report) {
        List<TableFault> faults = report.faults();
        out.println(table + ": " + (faults.isEmpty() ? "sound" : Counted.text("%,d problem[s]", faults.size())));
        for (TableFault fault : faults) {
            out.println("  " + name(fault.kind()) + ": " + Printable.of(fault.toString())
                    + (fault.ofNewest() ? "" : " (only older versions need it)") + ": "
                    + fault.kind().remedy());
        }
        report.notes().forEach(note -> out.println("  note: " + Printable.of(note)));
        List<Expiry.OldFile> unreferenced = report.unreferenced();
        files("unreferenced", unreferenced);
        files("perhaps of an unreadable file of the log", report.doubtful());
        out.print(Counted.text(
                "  %s: %,d entr[ies|y], %,d checkpoint[s], %,d data file[s], %,d sidecar[s], %,d index[es]; %,d file[s]"
                        + " that no retained version references, %s%n",
                Counted.versions(report.oldest(), report.newest()),
                report.entries(),
                report.checkpoints(),
                report.dataFiles(),
                report.sidecars(),
                report.indexes(),
                unreferenced.size(),
                Sizes.text(
                        unreferenced.stream().mapToLong(Expiry.OldFile::length).sum())));
    }

    private void files(String what, List<Expiry.OldFile> files) {
        for (Expiry.OldFile file : files.subList(0, Math.min(MOST_FILES, files.size()))) {
            out.println("  " + what + ": " + Printable.of(file.path()) + ", " + Sizes.text(file.length()));
        }
        if (files.size() > MOST_FILES) {
            out.println(Counted.text("  " + what + ": %,d more file[s]", files.size() - MOST_FILES));
        }
    }

    /** As one JSON object. */
    public void json(String table, TableReport report) throws IOException {
        JsonGenerator g = Json.lines(out);
        g.writeStartObject();
        g.writeStringField("table", table);
        g.writeBooleanField("sound", report.isSound());
        g.writeNumberField("oldest", report.oldest());
        g.writeNumberField("newest", report.newest());
        g.writeNumberField("entries", report.entries());
        g.writeNumberField("checkpoints", report.checkpoints());
        g.writeNumberField("data_files", report.dataFiles());
        g.writeNumberField("sidecars", report.sidecars());
        g.writeNumberField("indexes", report.indexes());
        g.writeArrayFieldStart("problems");
        for (TableFault fault : report.faults()) {
            g.writeStartObject();
            g.writeStringField("kind", name(fault.kind()));
            g.writeStringField("where", fault.path());
            g.writeStringField("what", fault.what());
            g.writeBooleanField("newest_version", fault.ofNewest());
            g.writeStringField("do", fault.kind().remedy());
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeArrayFieldStart("notes");
        for (String note : report.notes()) {
            g.writeString(note);
        }
        g.writeEndArray();
        files(g, "unreferenced", report.unreferenced());
        files(g, "doubtful", report.doubtful());
        g.writeEndObject();
        g.flush();
        out.println();
    }

    private static void files(JsonGenerator g, String name, List<Expiry.OldFile> files) throws IOException {
        g.writeArrayFieldStart(name);
        for (Expiry.OldFile file : files) {
            g.writeStartObject();
            g.writeStringField("path", file.path());
            g.writeNumberField("bytes", file.length());
            g.writeEndObject();
        }
        g.writeEndArray();
    }
}
