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
package dev.stoa.interop.avro;

import dev.stoa.format.StoaException;
import dev.stoa.interop.StoredCalendar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;

/** The calendar that an Avro file names. */
public final class AvroCalendar implements StoredCalendar {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final Optional<LegacyCalendar> legacy;

    private AvroCalendar(Optional<LegacyCalendar> legacy) {
        this.legacy = legacy;
    }

    /** Reads the header of a file. */
    public static AvroCalendar of(Configuration conf, Path file) throws IOException {
        try (FSDataInputStream in = file.getFileSystem(conf).open(file);
                DataFileStream<Object> rows = new DataFileStream<>(in, new GenericDatumReader<>())) {
            Map<String, String> keys = new HashMap<>();
            for (String key : rows.getMetaKeys()) {
                if (LegacyCalendar.isOf(key)) {
                    keys.put(key, new String(rows.getMeta(key), StandardCharsets.UTF_8));
                }
            }
            return new AvroCalendar(LegacyCalendar.of(keys, AvroSourceOptions.DEFAULT));
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | FSError e) {
            throw AvroErrors.explain(file.toString(), e);
        }
    }

    @Override
    public int day(int stored) throws StoaException {
        return legacy.isPresent() ? Math.toIntExact(legacy.get().day(stored)) : stored;
    }

    @Override
    public long micros(long stored) throws StoaException {
        return legacy.isPresent() ? legacy.get().instant(stored, MICROS_PER_SECOND) : stored;
    }
}
