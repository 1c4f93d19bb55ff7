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
package dev.stoa.spark.internal.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options that Stoa has, by where they are given. Any other is refused, and so is one without effect where it is given.
 * A user whose option is passed over would get other rows than requested, or replace others.
 */
@SuppressWarnings("ImmutableEnumChecker") // its lists are
public enum Options {
    /** Of {@code spark.read}, and of tables in queries. */
    READ("a read", List.of(Options.VERSION, Options.TIMESTAMP), List.of()),
    /** Of {@code spark.readStream}. */
    SOURCE(
            "a stream's source",
            List.of(Options.STARTING_VERSION, Options.MOST_VERSIONS, Options.SKIP_CHANGES),
            List.of()),
    /** Of a read of changes, whose options Spark itself takes. */
    CHANGES(
            "a read of changes",
            List.of(
                    Options.STARTING_VERSION,
                    "endingVersion",
                    "startingTimestamp",
                    "endingTimestamp",
                    "startingBoundInclusive",
                    "endingBoundInclusive",
                    "deduplicationMode",
                    "computeUpdates"),
            List.of()),
    /** Of {@code df.write} and {@code df.writeTo}, and of {@code insert}. */
    WRITE("a write", List.of(Options.FILE_SIZE, Options.MOST_FILES, Options.OVERWRITE_MODE), List.of()),
    /** Of writes that make or replace a table. */
    CREATION(
            "a write that makes a table",
            List.of(Options.FILE_SIZE, Options.MOST_FILES, "comment", "collation"),
            List.of()),
    /** Of {@code update}, {@code delete} and {@code merge}. */
    CHANGE("a change of rows", List.of(Options.FILE_SIZE, Options.MOST_FILES), List.of()),
    /** Of {@code df.writeStream}, whose own options Spark passes on. */
    SINK(
            "a stream's sink",
            List.of(Options.FILE_SIZE, Options.MOST_FILES, Options.AFTER_EXPIRY),
            List.of("checkpointLocation", "queryName")),
    /** Of {@code create table ... options}, and {@code spark.catalog.createTable}. */
    TABLE("a table", List.of(Options.FILE_SIZE, Options.MOST_FILES), List.of()),
    /** Of a catalog: {@code spark.sql.catalog.NAME.OPTION}. */
    CATALOG("a catalog", List.of("warehouse"), List.of());

    /** Which rows count: all or those of partitions that get some. */
    public static final String OVERWRITE_MODE = "partitionOverwriteMode";

    static final String FILE_SIZE = "targetFileSize";
    static final String MOST_FILES = "maxFilesPerWrite";
    public static final String VERSION = "versionAsOf";
    public static final String TIMESTAMP = "timestampAsOf";
    public static final String STARTING_VERSION = "startingVersion";
    public static final String MOST_VERSIONS = "maxVersionsPerTrigger";
    public static final String SKIP_CHANGES = "skipChanges";

    /**
     * The treatment of a stream's batch after all commits of its query were expired. The log then can't tell whether the
     * batch is among them.
     */
    public static final String AFTER_EXPIRY = "afterExpiry";

    private static final String PATH = "path";

    private static final String NO_FEED =
            "changes between versions are read by select ... from t changes from version 1 to version 3, or by "
                    + "spark.read().option(\"startingVersion\", 1).changes(table), also of spark.readStream()";
    private static final String FROM_A_TIME =
            "a stream begins with the option startingVersion, which t.snapshots has for a time; " + NO_FEED;
    private static final String VERSIONS =
            "a stream begins with the option startingVersion, and brings all later versions: read one"
                    + " version by spark.read()";
    private static final String BATCHES = "a batch is bounded by the option " + Options.MOST_VERSIONS;
    private static final String SKIPS =
            "a stream passes over changes with the option skipChanges, and brings them by spark.readStream().changes(table)";

    /** Names of options in other formats, without signs, and the words to use here. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("snapshotid", "a version is read by the option " + VERSION),
            Map.entry("asoftimestamp", "the version of a time is read by the option " + TIMESTAMP),
            Map.entry(
                    "branch",
                    "a branch is read and written by its name: t.branch_x, or the path with @x; the table's t.branches lists them"),
            Map.entry("tag", "the version of a tag is read by the option " + VERSION),
            Map.entry("startsnapshotid", NO_FEED),
            Map.entry("endsnapshotid", NO_FEED),
            Map.entry("startingtimestamp", FROM_A_TIME),
            Map.entry("streamfromtimestamp", FROM_A_TIME),
            Map.entry("endingversion", NO_FEED),
            Map.entry("endingtimestamp", NO_FEED),
            Map.entry("readchangefeed", NO_FEED),
            Map.entry("readchangedata", NO_FEED),
            Map.entry("maxfilespertrigger", BATCHES),
            Map.entry("maxbytespertrigger", BATCHES),
            Map.entry("streamingmaxfilespermicrobatch", BATCHES),
            Map.entry("streamingmaxrowspermicrobatch", BATCHES),
            Map.entry("streamingskipdeletesnapshots", SKIPS),
            Map.entry("streamingskipoverwritesnapshots", SKIPS),
            Map.entry("splitsize", "how much a task reads says spark.sql.files.maxPartitionBytes, of the session"),
            Map.entry("ignoredeletes", SKIPS),
            Map.entry("ignorechanges", SKIPS),
            Map.entry("skipchangecommits", SKIPS),
            Map.entry(
                    "replacewhere",
                    "rows of a condition are replaced by df.writeTo(table).overwrite(condition), or by insert into ... "
                            + "replace where ..."),
            Map.entry("overwritemode", "whole partitions are replaced with the option " + OVERWRITE_MODE),
            Map.entry(
                    "mergeschema",
                    "columns are added by insert with schema evolution, merge with schema evolution, or "
                            + "df.writeTo(table).withSchemaEvolution(); the option mergeSchema serves in a session with "
                            + "spark.sql.extensions=dev.stoa.spark.StoaExtensions"),
            Map.entry(
                    "overwriteschema",
                    "columns are replaced with all rows by create or replace table, or by "
                            + "df.write.mode(\"overwrite\").saveAsTable(table)"),
            Map.entry("maxrecordsperfile", "how large files are says the option " + FILE_SIZE),
            Map.entry("targetfilesizebytes", "how large files are says the option " + FILE_SIZE));

    private final String of;
    private final List<String> known;
    private final List<String> sparks;

    Options(String of, List<String> known, List<String> sparks) {
        this.of = of;
        this.known = known;
        this.sparks = sparks;
    }

    /**
     * Checks the options that are given for a table. A path that is given must be its own.
     *
     * Throws an {@link org.apache.spark.sql.AnalysisException} if one is none of these, by its name, and with what to do.
     */
    public void check(TablePath table, Configuration configuration, CaseInsensitiveStringMap given) {
        String path = given.get(PATH);
        if (path != null && !SparkErrors.unchecked(() -> isPath(path, table, configuration))) {
            throw refusal("the option path is " + path + ", but the table lies in " + table
                    + ": leave the option out, or load and save by the path, without the table's name");
        }
        check(
                table.toString(),
                given.keySet().stream().filter(name -> !name.equals(PATH) && !isSaid(name, given.get(name))));
    }

    /**
     * Whether an option of another format says what is done in any case. A table that is recreated gets the columns of the rows. Rows
     * that come to be written have the columns of their table: Spark has added those that lacked, or has refused the rows.
     */
    private boolean isSaid(String name, String value) {
        boolean isEvolution = this == CREATION && name.equalsIgnoreCase("overwriteSchema")
                || this == WRITE && name.equalsIgnoreCase("mergeSchema");
        return isEvolution && value.equalsIgnoreCase("true");
    }

    private static RuntimeException refusal(String message) {
        return SparkErrors.refusal(SparkErrors.Condition.STOA_INVALID_SETTING, message);
    }

    private static boolean isPath(String text, TablePath table, Configuration configuration) throws IOException {
        Path path = new Path(text);
        return path.getFileSystem(configuration).makeQualified(path).equals(new Path(table.toString()));
    }

    /**
     * Checks options.
     *
     * @param where they are given
     * @param given their names, in lower case or as they were written
     */
    public void check(String where, Stream<String> given) {
        given.filter(name -> !isOne(name)).findFirst().ifPresent(name -> {
            throw refusal(where + ": '" + name + "' is not an option of " + of + ", and Stoa ignores no option: "
                    + advice(name) + ". Options of " + of + ": " + String.join(", ", known));
        });
    }

    private boolean isOne(String name) {
        return Stream.concat(known.stream(), sparks.stream()).anyMatch(name::equalsIgnoreCase);
    }

    private String advice(String name) {
        String letters = letters(name);
        if (name.matches("(?i)(spark\\.hadoop|hadoop|fs|dfs)\\..*")) {
            return "settings of file systems are those of the session: set spark.hadoop."
                    + name.replaceFirst("(?i)^(spark\\.)?hadoop\\.", "");
        } else if (this == SOURCE && READ.isOne(name)) {
            return VERSIONS;
        } else if (ELSEWHERE.containsKey(letters)) {
            return ELSEWHERE.get(letters);
        }
        Optional<String> nearest = Arrays.stream(values())
                .flatMap(options -> options.known.stream())
                .filter(option -> distance(letters(option), letters) <= letters.length() / 4)
                .findFirst();
        return nearest.map(option -> "the nearest is " + option + ", an option of "
                        + Arrays.stream(values())
                                .filter(options -> options.known.contains(option))
                                .map(options -> options.of)
                                .collect(Collectors.joining(" and of ")))
                .orElse("leave it out");
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** How many letters must be put in, left out or replaced to make one word of another. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
