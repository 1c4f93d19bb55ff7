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
package dev.stoa.cli.internal.convert;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.RebaseMode;
import dev.stoa.interop.Sources;
import dev.stoa.interop.avro.AvroSourceOptions;
import dev.stoa.interop.orc.OrcSourceOptions;
import dev.stoa.interop.parquet.ParquetSourceOptions;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.interop.parquet.TextMode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How other formats are read and written. */
final class FormatOptions {
    @Option(
            names = "--calendar",
            paramLabel = "MODE",
            description =
                    "Calendar of dates and timestamps in files that don't name one: ${COMPLETION-CANDIDATES}. CORRECTED keeps "
                            + "the values, LEGACY converts from the hybrid Julian calendar. Default: CORRECTED for Parquet and Avro, "
                            + "LEGACY for ORC.")
    private RebaseMode calendar;

    @Option(names = "--int96-calendar", paramLabel = "MODE", description = "The same for Parquet's INT96 timestamps.")
    private RebaseMode int96Calendar = RebaseMode.CORRECTED;

    @Option(
            names = "--int96-utc",
            description =
                    "Read INT96 timestamps as instants in UTC. Spark always writes them so. Default: local timestamps.")
    private boolean int96Utc;

    @Option(
            names = "--legacy-zone",
            paramLabel = "ZONE",
            description = "Time zone of old writers whose files don't name one. Default: UTC.")
    private String legacyZone = "UTC";

    @Option(names = "--binary-as-text", description = "Read BINARY columns without annotation as strings.")
    private boolean binaryAsText;

    @Option(names = "--text-as-binary", description = "Read strings as bytes, for files whose strings are not UTF-8.")
    private boolean textAsBinary;

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            description = "Compression of outputs: ${COMPLETION-CANDIDATES}. " + "Default: SNAPPY, for ORC ZSTD.")
    private Codec codec;

    @Option(
            names = "--char-as-text",
            description =
                    "Write char(n) and varchar(n) to Parquet as plain strings. Without this option, convert refuses them.")
    private boolean charAsText;

    /** Returns the compression of outputs, if one was named. */
    Optional<Codec> codec() {
        return Optional.ofNullable(codec);
    }

    /** Returns how Parquet files are written. */
    ParquetTargetOptions parquet() {
        return ParquetTargetOptions.DEFAULT.withTextForChar(charAsText);
    }

    /** Returns how files are read. */
    Sources sources() {
        if (binaryAsText && textAsBinary) {
            throw CommandException.usage("--binary-as-text and --text-as-binary contradict each other");
        }
        try {
            ZoneId zone = ZoneId.of(legacyZone);
            Optional<RebaseMode> mode = Optional.ofNullable(calendar);
            return new Sources(
                    ParquetSourceOptions.DEFAULT
                            .withDatetimeRebase(mode.orElse(RebaseMode.CORRECTED))
                            .withInt96Rebase(int96Calendar)
                            .withInt96Utc(int96Utc)
                            .withLegacyZone(zone)
                            .withText(
                                    textAsBinary ? TextMode.BINARY : binaryAsText ? TextMode.TEXT : TextMode.ANNOTATED),
                    new OrcSourceOptions(mode.orElse(RebaseMode.LEGACY), zone, textAsBinary),
                    new AvroSourceOptions(mode.orElse(RebaseMode.CORRECTED), zone));
        } catch (DateTimeException e) {
            throw CommandException.usage("--legacy-zone: " + e.getMessage());
        }
    }
}
