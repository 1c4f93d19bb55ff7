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

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.peers.ParquetJava;
import dev.stoa.format.EncodingProfile;
import dev.stoa.interop.Codec;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.FileReport.RegionKind;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The bytes of real tables in every profile, compared with those of Parquet. The sizes of Parquet come with the corpora. For
 * tables without one, the benchmark writes a Parquet file of the same rows.
 */
public final class CorpusSizes implements Benchmark {
    static final String NAME = "corpus-sizes";

    /** The contender of the sizes on record. */
    static final String RECORDED = "parquet";

    /** The contender of sizes that are measured here. */
    static final String WRITTEN = "parquet-java";

    static final String SNAPPY = "snappy";
    static final String ZSTD = "zstd";

    /** The profiles for files that are kept. */
    static final List<EncodingProfile> PROFILES =
            List.of(EncodingProfile.FAST, EncodingProfile.DEFAULT, EncodingProfile.COMPACT);

    private static final SinkOptions REPLACE = SinkOptions.DEFAULT.withOverwrite(true);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        Path root = Path.of(System.getProperty("stoa.benchmarks.root", "."));
        Corpora corpora = Corpora.open(
                options.corpora().orElse(root.resolve("../shared/corpora").normalize()));
        Path folder = Path.of(System.getProperty("stoa.benchmarks.target"), "data", NAME);
        Files.createDirectories(folder);
        String last = "";
        for (CorpusTable table : corpora.tables()) {
            if (!options.tables().isEmpty() && options.tables().stream().noneMatch(table.fullName()::contains)) {
                continue;
            }
            if (!last.equals(table.folder())) {
                last = table.folder();
                Progress.say("writing " + last);
            }
            measure(table, folder, !options.tables().isEmpty(), results);
        }
    }

    private static void measure(CorpusTable table, Path folder, boolean detailed, Results results) throws IOException {
        Map<EncodingProfile, FileReport> reports = new EnumMap<>(EncodingProfile.class);
        for (EncodingProfile profile : PROFILES) {
            Path file = folder.resolve(variant(profile) + ".stoa");
            WriterOptions options = WriterOptions.DEFAULT.withProfile(profile);
            long rows = table.rows()
                    .writeTo(schema -> StoaWriter.create(LocalFileSink.create(file, REPLACE), schema, options));
            if (table.parquet().isPresent() && table.parquet().get().rows() != rows) {
                throw new IOException(table.fullName() + " has " + rows + " rows, but the sizes on record are for "
                        + table.parquet().get().rows());
            }
            try (StoaFile stoa = StoaFile.open(RangeSources.open(file))) {
                reports.put(profile, FileReport.of(stoa));
            }
            add(table, "stoa", variant(profile), Metric.BYTES, Files.size(file), results);
            add(table, "stoa", variant(profile), Metric.METADATA_BYTES, metadataBytes(reports.get(profile)), results);
        }
        Path source = folder.resolve(variant(EncodingProfile.DEFAULT) + ".stoa");
        if (table.parquet().isPresent()) {
            add(table, RECORDED, SNAPPY, Metric.BYTES, table.parquet().get().snappy(), results);
            add(table, RECORDED, ZSTD, Metric.BYTES, table.parquet().get().zstd(), results);
        } else {
            Path snappy = parquet(source, Codec.SNAPPY, folder);
            add(table, WRITTEN, SNAPPY, Metric.BYTES, Files.size(snappy), results);
            Path zstd = parquet(source, Codec.ZSTD, folder);
            add(table, WRITTEN, ZSTD, Metric.BYTES, Files.size(zstd), results);
        }
        if (detailed) {
            Map<String, Long> peer = new ParquetJava().columnBytes(parquet(source, Codec.ZSTD, folder));
            System.out.println(CorpusColumns.text(table.fullName(), reports, peer));
        }
    }

    private static void add(
            CorpusTable table, String contender, String variant, Metric metric, long value, Results results) {
        // slashes part the case's words
        String subject = table.fullName().replace('/', ':');
        results.add(Measurement.exact(NAME, subject + "/" + variant, contender, metric, value));
    }

    private static Path parquet(Path stoa, Codec codec, Path folder) throws IOException {
        Path file = folder.resolve(codec.name().toLowerCase(Locale.ROOT) + ".parquet");
        try (StoaFile from = StoaFile.open(RangeSources.open(stoa));
                Scan scan = from.scan().build();
                ParquetTarget target = ParquetTarget.create(
                        LocalFileSink.create(file, REPLACE),
                        scan.schema(),
                        List.of(),
                        ParquetTargetOptions.DEFAULT.withCodec(codec).withTextForChar(true))) {
            while (scan.next()) {
                target.write(scan.batch());
            }
            target.finish();
        }
        return file;
    }

    /** The bytes of everything except data and dictionaries. */
    private static long metadataBytes(FileReport report) {
        return report.regions().stream()
                .filter(r -> r.kind() != RegionKind.EXTENT && r.kind() != RegionKind.DICTIONARY)
                .mapToLong(FileReport.Region::length)
                .sum();
    }

    static String variant(EncodingProfile profile) {
        return profile.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Reached> reached(Results results) {
        return CorpusSummary.of(results).reached();
    }

    @Override
    public String table(Results results) {
        return CorpusSummary.of(results).toString();
    }
}
