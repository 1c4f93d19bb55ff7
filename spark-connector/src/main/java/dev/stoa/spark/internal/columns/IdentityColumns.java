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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.ColumnVector;
import dev.stoa.spark.internal.write.RowColumn;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** Columns that say which row a row is; see {@link RowColumn}. */
public final class IdentityColumns {
    private IdentityColumns() {}

    /** The number of the row in its file. */
    public static final class Positions extends StoaColumn {
        private long first;

        public Positions() {
            super(DataTypes.LongType);
        }

        public void show(long firstRow, int[] selected, int count) {
            first = firstRow;
            select(selected, count);
        }

        @Override
        void take(ColumnVector vector) {
            throw new IllegalStateException("positions are in no vector");
        }

        @Override
        public long getLong(int row) {
            return first + at(row);
        }
    }

    /** The file. */
    public static final class Files extends StoaColumn {
        private UTF8String file = UTF8String.EMPTY_UTF8;

        public Files() {
            super(DataTypes.StringType);
        }

        public void show(UTF8String path) {
            file = path;
        }

        @Override
        void take(ColumnVector vector) {
            throw new IllegalStateException("the file is in no vector");
        }

        @Override
        public UTF8String getUTF8String(int row) {
            return file;
        }
    }
}
