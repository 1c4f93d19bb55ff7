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
package dev.stoa.writer;

import dev.stoa.format.EncodingProfile;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Options of a new file. Later releases add some: start from {@link #DEFAULT} and change it by the {@code with...}
 * methods; do not call the constructor.
 *
 * @param metadata key-value pairs, in this order
 * @param sortColumns the columns that sort the rows. The file declares them, and the writer checks each row
 * @param memory the pool that bounds what is held in memory
 * @param spillFolder where to put aside encoded bytes that do not fit the pool. Without one, extents become short
 *     instead. The writer then refuses rows that outgrow the pool and can't be written out early: unfinished vectors of
 *     very many columns, or one vector with gigabytes of text
 * @param granuleBytes a granule, the unit of fetch and checksum, is closed once it has this number of bytes
 *     (1..262,144)
 * @param extentBytes bytes of one column that are written contiguously (at least 4096)
 * @param vectorsPerZone vectors of 4096 rows per entry of MinMax (1..65,536)
 * @param profile the goal of the choice of encodings: size or speed
 * @param threads how many threads encode the columns of a batch (1..64), the calling one included. The file is the same
 *     whatever their number; the others live until the writer is finished or closed
 * @param createdBy who wrote the file, such as {@code stoa 1.0.0}
 * @param uuid the identity of the file; random when absent. The same rows, calls, options and UUID give the same bytes
 *     as long as nothing has to be written out early
 */
public record WriterOptions(
        List<KeyValue> metadata,
        List<SortColumn> sortColumns,
        WriterMemory memory,
        Optional<Path> spillFolder,
        int granuleBytes,
        int extentBytes,
        int vectorsPerZone,
        EncodingProfile profile,
        int threads,
        String createdBy,
        Optional<UUID> uuid) {

    /** No metadata, not sorted, the shared pool, spilling to the system's temporary folder. */
    public static final WriterOptions DEFAULT = new WriterOptions(
            List.of(),
            List.of(),
            WriterMemory.shared(),
            Optional.of(Path.of(System.getProperty("java.io.tmpdir"))),
            4096,
            8 << 20,
            16,
            EncodingProfile.DEFAULT,
            1,
            "stoa " + version(),
            Optional.empty());

    /** Checks the ranges. */
    public WriterOptions {
        metadata = List.copyOf(metadata);
        sortColumns = List.copyOf(sortColumns);
        Objects.requireNonNull(memory, "memory is null");
        Objects.requireNonNull(spillFolder, "spillFolder is null");
        Objects.requireNonNull(profile, "profile is null");
        Objects.requireNonNull(createdBy, "createdBy is null");
        Objects.requireNonNull(uuid, "uuid is null");
        check(granuleBytes >= 1 && granuleBytes <= 262_144, "granuleBytes", granuleBytes);
        check(extentBytes >= 4096, "extentBytes", extentBytes);
        check(threads >= 1 && threads <= 64, "threads", threads);
        check(vectorsPerZone >= 1 && vectorsPerZone <= 65_536, "vectorsPerZone", vectorsPerZone);
    }

    private static void check(boolean ok, String what, int value) {
        if (!ok) {
            throw new IllegalArgumentException(what + " is out of range: " + value);
        }
    }

    private static String version() {
        String version = WriterOptions.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private WriterOptions with(Consumer<Fields> change) {
        Fields fields = new Fields(this);
        change.accept(fields);
        return fields.options();
    }

    /** The same with these key-value pairs. */
    public WriterOptions withMetadata(List<KeyValue> pairs) {
        return with(fields -> fields.metadata = pairs);
    }

    /** The same with rows sorted by these columns. */
    public WriterOptions withSortColumns(List<SortColumn> columns) {
        return with(fields -> fields.sortColumns = columns);
    }

    /** The same with another pool. */
    public WriterOptions withMemory(WriterMemory pool) {
        return with(fields -> fields.memory = pool);
    }

    /** The same with another folder to spill to, or none. */
    public WriterOptions withSpillFolder(Optional<Path> folder) {
        return with(fields -> fields.spillFolder = folder);
    }

    /** The same with other sizes, in bytes. */
    public WriterOptions withSizes(int granule, int extent) {
        return with(fields -> {
            fields.granuleBytes = granule;
            fields.extentBytes = extent;
        });
    }

    /** The same with another number of vectors per zone. */
    public WriterOptions withVectorsPerZone(int vectors) {
        return with(fields -> fields.vectorsPerZone = vectors);
    }

    /** The same with encodings chosen for another purpose. */
    public WriterOptions withProfile(EncodingProfile other) {
        return with(fields -> fields.profile = other);
    }

    /** The same with another number of threads. */
    public WriterOptions withThreads(int count) {
        return with(fields -> fields.threads = count);
    }

    /** The same with another name of the writing program. */
    public WriterOptions withCreatedBy(String who) {
        return with(fields -> fields.createdBy = who);
    }

    /** The same with a given identity, for files whose bytes must not change from run to run. */
    public WriterOptions withUuid(UUID id) {
        return with(fields -> fields.uuid = Optional.of(id));
    }

    /** The options while one of them changes. */
    private static final class Fields {
        private List<KeyValue> metadata;
        private List<SortColumn> sortColumns;
        private WriterMemory memory;
        private Optional<Path> spillFolder;
        private int granuleBytes;
        private int extentBytes;
        private int vectorsPerZone;
        private EncodingProfile profile;
        private int threads;
        private String createdBy;
        private Optional<UUID> uuid;

        Fields(WriterOptions options) {
            metadata = options.metadata;
            sortColumns = options.sortColumns;
            memory = options.memory;
            spillFolder = options.spillFolder;
            granuleBytes = options.granuleBytes;
            extentBytes = options.extentBytes;
            vectorsPerZone = options.vectorsPerZone;
            profile = options.profile;
            threads = options.threads;
            createdBy = options.createdBy;
            uuid = options.uuid;
        }

        WriterOptions options() {
            return new WriterOptions(
                    metadata,
                    sortColumns,
                    memory,
                    spillFolder,
                    granuleBytes,
                    extentBytes,
                    vectorsPerZone,
                    profile,
                    threads,
                    createdBy,
                    uuid);
        }
    }
}
