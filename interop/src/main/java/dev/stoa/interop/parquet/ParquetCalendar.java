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
package dev.stoa.interop.parquet;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.StoaException;
import dev.stoa.interop.StoredCalendar;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The calendar that a Parquet file names. */
public final class ParquetCalendar implements StoredCalendar {
    private static final int MICRO_DIGITS = 6;

    private final FileCalendar calendar;

    private ParquetCalendar(FileCalendar calendar) {
        this.calendar = calendar;
    }

    /** Reads the footer of a file. */
    public static ParquetCalendar of(Configuration conf, Path file) throws IOException {
        try (ParquetInput input = ParquetInput.open(conf, file)) {
            Map<String, String> keys = input.keys();
            boolean hasInt96 = input.schema().getColumns().stream()
                    .anyMatch(column -> column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT96);
            FileCalendar calendar = FileCalendar.of(keys, FileCalendar.stated(keys, ParquetSourceOptions.DEFAULT));
            return new ParquetCalendar(hasInt96 ? calendar.withInt96ForTimestamps() : calendar);
        }
    }

    @Override
    public int day(int stored) throws StoaException {
        int[] day = {stored};
        calendar.dates(day, ColumnVector.NO_NULLS, 1);
        return day[0];
    }

    @Override
    public long micros(long stored) throws StoaException {
        long[] micros = {stored};
        calendar.timestamps(micros, ColumnVector.NO_NULLS, 1, MICRO_DIGITS);
        return micros[0];
    }
}
