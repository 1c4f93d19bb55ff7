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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.IntVector;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.internal.value.ValuePoint;
import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/** An open index file: tells which vectors of a column may hold values (format-spec, section 12). */
public final class EqualityIndex implements Closeable {
    private final StoaFile file;
    private final String indexed;
    private final ColumnPath column;
    private final int bits;

    private EqualityIndex(StoaFile file, String indexed, ColumnPath column, int bits) {
        this.file = file;
        this.indexed = indexed;
        this.column = column;
        this.bits = bits;
    }

    /**
     * Reads what an index is about.
     *
     * @throws CorruptFileException if the file is no index
     */
    public static EqualityIndex open(StoaFile file) throws IOException {
        List<FileInfo.KeyValue> properties = file.info().keyValues();
        String indexed = property(file, properties, EqualityIndexFormat.FILE);
        String column = property(file, properties, EqualityIndexFormat.COLUMN);
        String bits = property(file, properties, EqualityIndexFormat.BITS);
        if (!bits.matches("[1-9][0-9]?") || Integer.parseInt(bits) >= Long.SIZE) {
            throw new CorruptFileException(file.name() + ": an index with hashes of '" + bits + "' bits");
        }
        if (!file.schema().equals(EqualityIndexFormat.SCHEMA)) {
            throw new CorruptFileException(file.name() + " is not an index: it has the columns " + file.schema()
                    + ", an index has " + EqualityIndexFormat.SCHEMA);
        }
        try {
            return new EqualityIndex(file, indexed, ColumnPath.parse(column), Integer.parseInt(bits));
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file.name() + ": an index of '" + column + "': " + e.getMessage(), e);
        }
    }

    private static String property(StoaFile file, List<FileInfo.KeyValue> properties, String key)
            throws CorruptFileException {
        return properties.stream()
                .filter(property -> property.key().equals(key))
                .findFirst()
                .flatMap(FileInfo.KeyValue::value)
                .orElseThrow(
                        () -> new CorruptFileException(file.name() + " is not an index: it has no property " + key));
    }

    /** Whether this is an index of the very file. */
    public boolean isOf(FileIdentity identity) {
        return indexed.equals(EqualityIndexFormat.identity(identity.uuid(), identity.length(), identity.hash()));
    }

    public ColumnPath column() {
        return column;
    }

    /** How many bits a hash has. */
    public int bits() {
        return bits;
    }

    /**
     * Returns the vectors that may hold one of these values.
     *
     * @param limits of the scan that asks: the rows of the index that it looks at count
     */
    BitSet vectors(List<ValuePoint> points, int vectorCount, ScanLimits limits) throws IOException {
        List<Long> hashes = points.stream()
                .map(point -> EqualityIndexFormat.cut(point.hash(), bits))
                .distinct()
                .toList();
        BitSet vectors = new BitSet();
        try (Scan scan = file.scan()
                .select(EqualityIndexFormat.VECTOR)
                .filter(Filter.in(EqualityIndexFormat.HASH, hashes))
                .limits(limits)
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int[] values = ((IntVector) batch.column(0)).values();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int vector = values[batch.selected(i)];
                    if (vector < 0 || vector >= vectorCount) {
                        throw new CorruptFileException(file.name() + ": it says that values are in vector " + vector
                                + " of " + vectorCount + "; drop this index, and make it again");
                    }
                    vectors.set(vector);
                }
            }
        }
        return vectors;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
