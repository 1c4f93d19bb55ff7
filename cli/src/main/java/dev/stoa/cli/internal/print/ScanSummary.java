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
import dev.stoa.reader.ScanStats;
import dev.stoa.vio.ReadStats;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Prints what a scan of one file or several has pruned, planned and read.
 *
 * @param name of the file, or the number of files
 * @param size of all files
 * @param json whether as an object of JSON
 * @param out where to
 */
public record ScanSummary(String name, long size, boolean json, PrintWriter out) {

    /**
     * Prints it.
     *
     * @param s of all scans
     * @param io of all files, tails included
     * @param nanos it took
     */
    public void print(ScanStats s, ReadStats io, long nanos) throws IOException {
        if (json) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("file", name);
            g.writeNumberField("fileBytes", size);
            g.writeNumberField("rows", s.rowsTotal());
            g.writeNumberField("rowsPruned", s.rowsPruned());
            g.writeNumberField("rowsByIndex", s.rowsByIndex());
            g.writeNumberField("rowsFiltered", s.rowsFiltered());
            g.writeNumberField("rowsSelected", s.rowsDelivered());
            g.writeNumberField("zones", s.zones());
            g.writeNumberField("zonesPruned", s.zonesPruned());
            g.writeNumberField("vectors", s.vectors());
            g.writeNumberField("vectorsPruned", s.vectorsPruned());
            g.writeNumberField("vectorsSkipped", s.vectorsSkipped());
            g.writeNumberField("rangesAsked", io.rangesAsked());
            g.writeNumberField("bytesAsked", io.bytesAsked());
            g.writeNumberField("requests", io.requestsIssued());
            g.writeNumberField("bytesRead", io.bytesRead());
            g.writeNumberField("roundTrips", io.roundTrips());
            g.writeNumberField("wallMillis", nanos / 1_000_000);
            g.writeEndObject();
            g.flush();
            out.println();
            out.flush();
            return;
        }
        out.println();
        out.println(name);
        out.printf(
                "  rows      %,d: %,d pruned by MinMax, %,d looked at, %,d selected%n",
                s.rowsTotal(), s.rowsPruned(), s.rowsInRange() - s.rowsPruned() - s.rowsByIndex(), s.rowsDelivered());
        if (s.rowsByIndex() > 0) {
            out.print(Counted.text("  indexes   left out %,d row[s]%n", s.rowsByIndex()));
        }
        out.printf("  zones     %,d: %,d pruned%n", s.zones(), s.zonesPruned());
        out.printf(
                "  vectors   %,d: %,d pruned, %,d skipped after the filter%n",
                s.vectors(), s.vectorsPruned(), s.vectorsSkipped());
        out.print(Counted.text(
                "  planned   %,d range[s], %s, in %,d request[s]%n",
                io.rangesAsked(), Sizes.text(io.bytesAsked()), io.requestsIssued()));
        out.print(Counted.text(
                "  read      %s of %s (%.1f%%) in %,d round trip[s]%n",
                Sizes.text(io.bytesRead()), Sizes.text(size), 100.0 * io.bytesRead() / size, io.roundTrips()));
        out.printf(
                "  time      %,d ms: %,d preparing, %,d reading, %,d decoding, %,d filtering%n",
                nanos / 1_000_000,
                s.prepareNanos() / 1_000_000,
                s.readNanos() / 1_000_000,
                s.decodeNanos() / 1_000_000,
                s.filterNanos() / 1_000_000);
        out.flush();
    }
}
