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
package dev.stoa.hive.internal.store;

import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** A table of metadata, read from the log: {@code select * from db.orders.snapshots}. */
public enum MetadataTable {
    /** The commits, newest first. */
    SNAPSHOTS("version:bigint,committed_at:timestamp with local time zone,operation:string,transaction:string,"
            + "based_on:bigint,overwrite:boolean") {
        @Override
        public List<Object[]> rows(Table table, ZoneId zone) throws IOException {
            List<Object[]> rows = new ArrayList<>();
            for (CommitInfo commit : table.commits(Integer.MAX_VALUE)) {
                rows.add(new Object[] {
                    commit.version(),
                    time(commit, zone),
                    commit.operation(),
                    commit.transaction().toString(),
                    commit.base(),
                    commit.overwrite()
                });
            }
            return rows;
        }
    },
    /** The versions that have tags. */
    TAGS("name:string,version:bigint") {
        @Override
        public List<Object[]> rows(Table table, ZoneId zone) throws IOException {
            List<Object[]> rows = new ArrayList<>();
            table.snapshot().properties().tags().forEach((name, version) -> rows.add(new Object[] {name, version}));
            return rows;
        }
    },
    /** The branches: the version that each began with, and its newest. */
    BRANCHES("name:string,begins:bigint,version:bigint,committed_at:timestamp with local time zone") {
        @Override
        public List<Object[]> rows(Table table, ZoneId zone) throws IOException {
            List<Object[]> rows = new ArrayList<>();
            for (Map.Entry<String, TableBranch> branch :
                    table.snapshot().properties().branches().entrySet()) {
                CommitInfo newest = table.branch(branch.getKey()).snapshot().commit();
                rows.add(
                        new Object[] {branch.getKey(), branch.getValue().version(), newest.version(), time(newest, zone)
                        });
            }
            return rows;
        }
    },
    /** The data files of the newest version. */
    FILES("fragment:string,file:string,bytes:bigint,rows:bigint,live_rows:bigint") {
        @Override
        public List<Object[]> rows(Table table, ZoneId zone) throws IOException {
            List<Object[]> rows = new ArrayList<>();
            Snapshot snapshot = table.snapshot();
            for (Fragment fragment : snapshot.fragments()) {
                for (DataFile file : fragment.files()) {
                    rows.add(new Object[] {
                        fragment.id().toString(),
                        file.path(),
                        file.identity().length(),
                        fragment.rows(),
                        fragment.liveRows()
                    });
                }
            }
            return rows;
        }
    };

    /** The setting of a task that says which one it scans; empty if it scans the rows of the table. */
    public static final String SCANNED = "stoa.scanned.metadata";

    /** The property of a scan. Hive sets it, and the SerDe and the handler read it. */
    public static final String PROPERTY = "metaTable";

    private final String columns;

    MetadataTable(String columns) {
        this.columns = columns;
    }

    /** Finds one by the word that follows the name of the table. */
    public static Optional<MetadataTable> of(String word) {
        return Arrays.stream(values())
                .filter(one -> one.word().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** The one that a scan reads; nothing if it reads the rows of the table. */
    public static Optional<MetadataTable> of(Properties table) {
        return Optional.ofNullable(table.getProperty(PROPERTY)).flatMap(MetadataTable::of);
    }

    /** The word that follows the name of the table. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The columns, for Hive's standard Java objects. */
    public ObjectInspector inspector() {
        return TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(
                TypeInfoUtils.getTypeInfoFromTypeString("struct<" + columns + ">"));
    }

    /**
     * The rows of the newest version.
     *
     * @param zone of the session, for times
     */
    public abstract List<Object[]> rows(Table table, ZoneId zone) throws IOException;

    private static TimestampTZ time(CommitInfo commit, ZoneId zone) {
        return new TimestampTZ(commit.time().atZone(zone));
    }
}
