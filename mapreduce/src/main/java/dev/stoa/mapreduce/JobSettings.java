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
package dev.stoa.mapreduce;

import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.table.ConditionText;
import dev.stoa.table.SchemaBytes;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScanBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The settings of a job in its configuration. */
final class JobSettings {
    private static final String PREFIX = "stoa.";
    private static final String SELECT = "stoa.mapreduce.select";
    private static final String FILTER = "stoa.mapreduce.filter";
    private static final String SCHEMA = "stoa.mapreduce.schema";
    private static final String CHECKED = "stoa.mapreduce.checked";
    private static final List<String> KNOWN = List.of(SELECT, FILTER, SCHEMA, CHECKED);

    /** Beginnings of settings that other modules read, and check themselves. */
    private static final List<String> OTHERS = List.of("stoa.vio.", "stoa.placement.", "stoa.read.");

    /** No column: Hadoop takes an empty setting for one that is not there. */
    private static final String NONE = "()";

    private static final Pattern PLAIN = Pattern.compile("\\w+");

    private JobSettings() {}

    /**
     * Refuses a setting that nothing reads, such as a misspelt filter: the job would read all rows.
     *
     * @throws IOException if the job has one
     */
    static void check(Configuration job) throws IOException {
        for (String rest : job.getPropsWithPrefix(PREFIX).keySet()) {
            String name = PREFIX + rest;
            if (!KNOWN.contains(name) && OTHERS.stream().noneMatch(name::startsWith)) {
                throw new IOException("the job sets " + name + ", which is no setting of Stoa: settings of jobs are "
                        + String.join(", ", KNOWN) + ", and those of stores begin with stoa.vio.");
            }
        }
    }

    static void select(Configuration job, List<ColumnPath> columns) {
        job.set(
                SELECT,
                columns.isEmpty()
                        ? NONE
                        : columns.stream()
                                .map(path -> path.names().stream()
                                        .map(JobSettings::quoted)
                                        .collect(Collectors.joining(".")))
                                .collect(Collectors.joining(",")));
    }

    /** A name as a part of a path, in backquotes where it is not plain. */
    private static String quoted(String name) {
        return PLAIN.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`";
    }

    static void filter(Configuration job, String condition) {
        ConditionText.filter(condition);
        job.set(FILTER, condition);
    }

    static void schema(Configuration job, Schema schema) throws IOException {
        job.set(SCHEMA, Base64.getEncoder().encodeToString(SchemaBytes.of(schema)));
    }

    /**
     * The columns of what is written.
     *
     * @throws IOException if the job does not say
     */
    static Schema schema(Configuration job) throws IOException {
        String text = job.get(SCHEMA);
        if (text == null) {
            throw new IOException("the job does not say which columns it writes: call StoaOutputFormat.setSchema");
        }
        return SchemaBytes.read(Base64.getDecoder().decode(text));
    }

    /** Notes for the tasks that the output's folder was checked. */
    static void checked(Configuration job, Path output) {
        job.set(CHECKED, output.toString());
    }

    static boolean isChecked(Configuration job, Path output) {
        return output.toString().equals(job.get(CHECKED));
    }

    /** The part of a table that the job reads. */
    static TableScanBuilder scan(Configuration job, Snapshot table) {
        TableScanBuilder scan = table.scan();
        Optional.ofNullable(job.get(SELECT)).ifPresent(text -> scan.select(paths(text)));
        Optional.ofNullable(job.get(FILTER)).map(ConditionText::filter).ifPresent(scan::filter);
        return scan;
    }

    /** Paths with commas between them; those in backquotes are parts of names. */
    private static List<ColumnPath> paths(String text) {
        List<ColumnPath> paths = new ArrayList<>();
        if (text.equals(NONE)) {
            return paths;
        }
        int start = 0;
        boolean quoted = false;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || !quoted && text.charAt(i) == ',') {
                paths.add(ColumnPath.parse(text.substring(start, i).strip()));
                start = i + 1;
            } else if (text.charAt(i) == '`') {
                quoted = !quoted;
            }
        }
        return paths;
    }
}
