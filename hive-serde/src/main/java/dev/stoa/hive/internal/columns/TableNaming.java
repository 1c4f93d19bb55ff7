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
package dev.stoa.hive.internal.columns;

import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.io.HiveFileFormatUtils;
import org.apache.hadoop.hive.ql.io.IOPrepareCache;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.PartitionDesc;

/**
 * Finds the properties of the table that a file belongs to. Hive shows them to SerDes, not to readers of files. Tasks have
 * them in their plan. A fetch without tasks reads one table, whose SerDe leaves them in the configuration.
 */
public final class TableNaming {
    private TableNaming() {}

    /** Leaves what a table's properties say for a reader of the same fetch. */
    public static void remember(Configuration configuration, Properties table) {
        configuration.set(Naming.ACCESS, table.getProperty(Naming.ACCESS, ""));
        configuration.set(Naming.IDS, table.getProperty(Naming.IDS, ""));
    }

    /** How columns are found in a file. */
    public static Naming of(Configuration configuration, Path file) throws IOException {
        MapWork work = Utilities.getMapWork(configuration);
        if (work != null && work.getPathToPartitionInfo() != null) {
            PartitionDesc partition = HiveFileFormatUtils.getFromPathRecursively(
                    work.getPathToPartitionInfo(), file, IOPrepareCache.get().getPartitionDescMap());
            return Naming.of(partition.getTableDesc().getProperties());
        }
        return Naming.of(configuration.get(Naming.ACCESS, ""), configuration.get(Naming.IDS, ""));
    }
}
