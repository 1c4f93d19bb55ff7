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

import dev.stoa.format.Schema;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Writes files of tables {@code STORED AS STOA}. Each is complete in itself, with its MinMax, so that Hive may move and rename it;
 * what is visible when is up to Hive, which moves files to their place when its job is done.
 */
public final class StoaOutputFormat implements HiveOutputFormat<NullWritable, Writable> {

    /** Called by Hive. */
    public StoaOutputFormat() {}

    /**
     * Begins a file.
     *
     * @throws IllegalArgumentException if a type of the table has no form in files
     */
    @Override
    public FileSinkOperator.RecordWriter getHiveRecordWriter(
            JobConf job,
            Path path,
            Class<? extends Writable> valueClass,
            boolean isCompressed,
            Properties table,
            Progressable progress)
            throws IOException {
        String names = table.getProperty(serdeConstants.LIST_COLUMNS, "");
        String delimiter = table.getProperty(serdeConstants.COLUMN_NAME_DELIMITER, ",");
        String types = table.getProperty(serdeConstants.LIST_COLUMN_TYPES, "");
        List<String> columns = names.isEmpty() ? List.of() : Arrays.asList(names.split(delimiter, -1));
        Schema schema = HiveTypes.schema(
                columns,
                TypeInfoUtils.getTypeInfosFromTypeString(types),
                Naming.of(table).ids());
        return new FileWriter(path.getFileSystem(job), path, schema);
    }

    /** Only Hive writes such tables. */
    @Override
    public RecordWriter<NullWritable, Writable> getRecordWriter(
            FileSystem ignored, JobConf job, String name, Progressable progress) {
        throw new UnsupportedOperationException("tables STORED AS STOA are written by Hive only");
    }

    /** Nothing to check: Hive has made sure that the table is there. */
    @Override
    public void checkOutputSpecs(FileSystem ignored, JobConf job) {
        // see above
    }
}
