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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Stoa in every profile: checksums are verified, dictionaries are kept and looked up value by value. */
public final class StoaJava implements Contender {
    /** The variant of the default profile. */
    public static final String DEFAULT = "default";

    private static final List<String> PROFILES = List.of("fast", DEFAULT, "compact");

    @Override
    public String name() {
        return "stoa";
    }

    /** A digest of the modules that decide about bytes: while they change, so do files. */
    @Override
    public String version() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Class<?> type : List.of(Batch.class, StoaWriter.class)) {
                digest.update(Files.readAllBytes(Path.of(
                        type.getProtectionDomain().getCodeSource().getLocation().toURI())));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 4);
        } catch (NoSuchAlgorithmException | URISyntaxException e) {
            throw new IOException("cannot tell the version of Stoa's own modules", e);
        }
    }

    @Override
    public List<String> sizeVariants() {
        return PROFILES;
    }

    @Override
    public List<String> readVariants() {
        return List.of(DEFAULT);
    }

    @Override
    public List<String> writeVariants() {
        return PROFILES;
    }

    @Override
    public void write(Table table, String variant, Path file) throws IOException {
        WriterOptions options =
                WriterOptions.DEFAULT.withProfile(EncodingProfile.valueOf(variant.toUpperCase(Locale.ROOT)));
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), table.schema(), options)) {
            for (Iterator<Batch> batches = table.batches(); batches.hasNext(); ) {
                writer.write(batches.next());
            }
            writer.finish();
        }
    }

    @Override
    public Map<String, Long> columnBytes(Path file) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file))) {
            for (FileReport.Column column : FileReport.of(stoa).columns()) {
                bytes.merge(
                        column.path().names().get(0),
                        column.dataBytes() + column.indexBytes() + column.minMaxBytes(),
                        Long::sum);
            }
        }
        return bytes;
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        long values = 0;
        long checksum = 0;
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file))) {
            byte[][] seen = new byte[columns.size()][];
            List<ColumnPath> paths = columns.stream().map(ColumnPath::of).toList();
            try (Scan scan = stoa.scan().select(paths).build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    for (int c = 0; c < batch.columns().size(); c++) {
                        ColumnVector column = batch.column(c);
                        checksum += touch(column);
                        if (Touch.DELIVERY == Delivery.ARRAYS) {
                            checksum += newDictionary(column, seen, c);
                        }
                        values += batch.rowCount();
                    }
                }
            }
            ReadStats stats = stoa.source().stats();
            return new ReadResult(
                    values,
                    checksum + Touch.rest(),
                    new IoCounts(stats.bytesRead(), stats.requestsIssued(), stats.roundTrips()));
        }
    }

    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        return StoaFig1.answer(file, query);
    }

    /** As its own source counts; {@link StoredFile} would see none of the round trips. */
    @Override
    public ReadResult counted(StoredFile file, String variant, Fig1Query query) throws IOException {
        return file.isLocal() ? StoaFig1.counted(file, query) : Contender.super.counted(file, variant, query);
    }

    @Override
    public ReadResult lookup(Path file, String variant, long[] keys) throws IOException {
        return StoaLookup.lookup(file, variant.endsWith(LookupQuery.INDEX), keys, false);
    }

    @Override
    public ReadResult countedLookup(Path file, String variant, long[] keys) throws IOException {
        return StoaLookup.lookup(file, variant.endsWith(LookupQuery.INDEX), keys, true);
    }

    @Override
    public TakenRows take(StoredFile file, List<String> columns, long[] rows) throws IOException {
        return StoaTake.take(file, columns, rows);
    }

    private static long touch(ColumnVector column) {
        if (Touch.DELIVERY == Delivery.ARRAYS && column.isConstant() && column.size() > 0) {
            return first(column) * column.size();
        }
        if (column instanceof IntVector ints) {
            return Touch.numbers(ints.values(), ints.size());
        }
        if (column instanceof LongVector longs) {
            return Touch.numbers(longs.values(), longs.size());
        }
        if (column instanceof BytesVector texts) {
            return texts.dictionary().isPresent()
                    ? entries(texts)
                    : Touch.texts(texts.data(), texts.offsets(), texts.size());
        }
        throw new IllegalArgumentException("no benchmark has a column of " + column.type());
    }

    /** The only value of a vector which says that it has but one; of texts its length. */
    private static long first(ColumnVector column) {
        if (column instanceof IntVector ints) {
            return ints.values()[0];
        }
        return column instanceof LongVector longs ? longs.values()[0] : ((BytesVector) column).length(0);
    }

    /** The bytes of a column's dictionary if the last batch had another one. */
    @SuppressWarnings("ReferenceEquality") // the very array: it stays while the dictionary does
    private static long newDictionary(ColumnVector column, byte[][] seen, int index) {
        if (column instanceof BytesVector texts && texts.dictionary().isPresent() && seen[index] != texts.data()) {
            seen[index] = texts.data();
            return Touch.bytes(
                    texts.data(), 0, texts.offsets()[texts.dictionary().get().size()]);
        }
        return 0;
    }

    private static long entries(BytesVector texts) {
        if (Touch.DELIVERY == Delivery.ARRAYS) {
            return Touch.numbers(texts.ids(), texts.size());
        }
        byte[] data = texts.data();
        int[] offsets = texts.offsets();
        int[] ids = texts.ids();
        long sum = 0;
        for (int i = 0; i < texts.size(); i++) {
            int id = ids[i];
            sum += Touch.text(data, offsets[id], offsets[id + 1] - offsets[id]);
        }
        return sum;
    }
}
