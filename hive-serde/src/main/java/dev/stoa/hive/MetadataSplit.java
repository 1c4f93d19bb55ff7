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
package dev.stoa.hive;

import dev.stoa.hive.internal.store.MetadataTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.ColumnarSplit;
import org.apache.hadoop.mapred.FileSplit;

/** The rows of a table of metadata, for one task. */
public final class MetadataSplit extends FileSplit implements ColumnarSplit {
    private MetadataTable table;

    /** A split to be read into. */
    MetadataSplit() {}

    /**
     * All rows of a metadata table.
     *
     * @param folder of the table whose log is read
     */
    MetadataSplit(Path folder, MetadataTable table) {
        super(folder, 0, 1, new String[0]);
        this.table = table;
    }

    /** Which metadata table. */
    public MetadataTable table() {
        return table;
    }

    @Override
    public long getColumnarProjectionSize() {
        return getLength();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeUTF(table.word());
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        table = MetadataTable.of(in.readUTF()).orElseThrow();
    }
}
