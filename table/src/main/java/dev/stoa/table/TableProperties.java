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
package dev.stoa.table;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.internal.schema.DeclarationCheck;
import dev.stoa.table.internal.schema.FreeValues;
import dev.stoa.table.internal.schema.PropertyTexts;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.SinkOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The declarations about a table besides its schema. Field ids name the columns, so a rename changes no declaration.
 *
 * @param sortedBy the columns that sort the rows, within each fragment and with the rows that are anchored in it
 * @param key the columns whose values together are unique
 * @param partitionedBy the columns that divide the rows into partitions
 * @param other anything else, by name; names that start with {@code stoa.} are reserved
 */
public record TableProperties(
        List<SortColumn> sortedBy, List<Integer> key, List<PartitionColumn> partitionedBy, Map<String, String> other) {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /** No declarations. */
    public static final TableProperties NONE = new TableProperties(List.of(), List.of(), List.of(), Map.of());

    /**
     * A free property: {@code false} turns off upkeep after small commits ({@link Upkeep}). A table without it has upkeep.
     */
    public static final String UPKEEP = "upkeep";

    /**
     * Begins the names of CHECK constraints, such as {@code check.positive}. The value is a condition, as {@link
     * ConditionText} reads it. A commit with a row that makes it false fails.
     */
    public static final String CHECK = "check.";

    /** Begins the names of tags, such as {@code tag.audited}. The value is the version that the tag names. */
    public static final String TAG = "tag.";

    /** Begins the names of branches, such as {@code branch.audit}. The value is a {@link TableBranch}. */
    public static final String BRANCH = "branch.";

    /** A free property: what people say of the table. */
    public static final String COMMENT = "comment";

    /**
     * A free property: with {@code true} each new data file of a table divided by {@code hash(n)} is in the folder of its part, such
     * as {@code data/p16.00003}. HDFS places such files together by a map of partitions.
     */
    public static final String PART_FOLDERS = "part-folders";

    /**
     * A free property: with {@code false} each sidecar is a file of its own. A new table without it, and a table with {@code true},
     * has small sidecars in its log, and the reader feature {@code sidecars-in-log}.
     */
    public static final String SIDECARS_IN_LOG = "sidecars-in-log";

    /**
     * A free property: how many nodes of HDFS get a copy of each new entry, checkpoint and floor marker of the log, from 1 to
     * {@link SinkOptions#MOST_REPLICAS}. A table without it leaves that to HDFS.
     */
    public static final String LOG_REPLICATION = "log-replication";

    /**
     * A free property: how many fragments a part of a checkpoint has, from 2 to 1,000,000. Smaller parts make commits of large
     * tables write less, and opening a table read more files. A table without it has {@link #DEFAULT_PART_FRAGMENTS}.
     */
    public static final String PART_FRAGMENTS = "checkpoint-part-fragments";

    /**
     * A free property: how many different values columns had when a program counted them, as {@link DistinctCounts} reads it. Planners of
     * engines estimate by it.
     */
    public static final String DISTINCT = "distinct";

    /** The fragments of a part of a checkpoint by default: with a few bounds about half a megabyte. */
    public static final int DEFAULT_PART_FRAGMENTS = 4096;

    /** Copies, and checks the names. */
    public TableProperties {
        sortedBy = List.copyOf(sortedBy);
        key = List.copyOf(key);
        partitionedBy = List.copyOf(partitionedBy);
        other = Map.copyOf(other);
        for (String name : other.keySet()) {
            if (name.startsWith("stoa.")) {
                throw new IllegalArgumentException("the property '" + name + "' is reserved");
            }
        }
    }

    /**
     * A column of the order.
     *
     * @param fieldId of the column
     * @param descending whether large values come first
     * @param nullsFirst whether nulls come first
     */
    public record SortColumn(int fieldId, boolean descending, boolean nullsFirst) {}

    /**
     * A column that divides the rows.
     *
     * @param fieldId of the column
     * @param transform the part of its value that counts: {@code hash(16)}, {@code range(10, 20)}, {@code value},
     *     {@code truncate(10)}, {@code year}, {@code month}, {@code day} or {@code hour}, see the specification of the
     *     log
     */
    public record PartitionColumn(int fieldId, String transform) {
        /** Checks that the transform has no character that divides the text of the property. */
        public PartitionColumn {
            if (transform.isEmpty() || transform.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("'" + transform + "' is not a transform of a partition");
            }
        }
    }

    /** The free property with what people say of a column, or of a field within one. */
    public static String commentOf(int fieldId) {
        return COMMENT + "." + fieldId;
    }

    /** Returns the conditions of the CHECK constraints, by the names of these. */
    public Map<String, String> checks() {
        return named(CHECK);
    }

    private Map<String, String> named(String prefix) {
        Map<String, String> named = new TreeMap<>();
        other.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                named.put(name.substring(prefix.length()), value);
            }
        });
        return named;
    }

    /** Returns the versions that have tags, by the names of these. A version may have expired. */
    public Map<String, Long> tags() {
        Map<String, Long> tags = new TreeMap<>();
        named(BRANCH).forEach((name, branch) -> {
            if (!branches().containsKey(name)) {
                throw new IllegalArgumentException("the property '" + BRANCH + name + "' is '" + branch
                        + "', must be a version and a UUID: properties that begin with " + BRANCH + " are branches");
            }
        });
        named(TAG).forEach((name, version) -> {
            if (NUMBER.matcher(version).matches()) {
                tags.put(name, Long.valueOf(version));
            }
        });
        return tags;
    }

    /**
     * Returns the number of the version that a text names: the number itself, or a tag. The version may not exist, or have expired.
     *
     * @return empty if the text is no number, and no tag has this name
     */
    public OptionalLong version(String name) {
        if (NUMBER.matcher(name).matches()) {
            return OptionalLong.of(Long.parseLong(name));
        }
        Long tagged = tags().get(name);
        return tagged == null ? OptionalLong.empty() : OptionalLong.of(tagged);
    }

    /**
     * Returns the same with one more tag.
     *
     * @throws IllegalArgumentException if a tag has this name, or the name does not begin with a letter and go on with letters,
     *     digits and {@code _ . -}
     */
    public TableProperties withTag(String name, long version) {
        if (!name.matches("[\\p{L}_][\\p{L}\\p{N}_.-]{0,127}")) {
            throw new IllegalArgumentException("'" + name
                    + "' is not a valid name of a tag: use a letter, then letters, digits, _ . and -, 128 at most");
        } else if (branches().containsKey(name)) {
            throw new IllegalArgumentException("a branch has the name '" + name + "' already: choose another");
        } else if (tags().containsKey(name)) {
            throw new IllegalArgumentException("the tag '" + name + "' names version " + tags().get(name)
                    + " already: drop it first, or choose another name");
        }
        Map<String, String> more = new TreeMap<>(other);
        more.put(TAG + name, String.valueOf(version));
        return withOther(more);
    }

    /**
     * Returns the same without a tag.
     *
     * @throws IllegalArgumentException if no tag has this name
     */
    public TableProperties withoutTag(String name) {
        Map<String, String> less = new TreeMap<>(other);
        if (less.remove(TAG + name) == null) {
            throw new IllegalArgumentException(noTag(name));
        }
        return withOther(less);
    }

    /** Says that no tag has a name, and lists the tags. */
    String noTag(String name) {
        return "no tag '" + name + "'"
                + (tags().isEmpty()
                        ? ": the table has no tags"
                        : "; the tags are " + String.join(", ", tags().keySet()));
    }

    /** Returns the same with the tags and branches of another version: they are of the table, and not of a version. */
    public TableProperties withTagsOf(TableProperties newest) {
        Map<String, String> free = new TreeMap<>(withoutTags().other);
        newest.other.forEach((name, value) -> {
            if (isTag(name)) {
                free.put(name, value);
            }
        });
        return withOther(free);
    }

    /**
     * Returns the same with each column once in the order and the key, and each part once. Older tables may repeat one, which changes
     * nothing; a new table may not.
     */
    public TableProperties withoutRepetitions() {
        Set<Integer> sorted = new HashSet<>();
        return new TableProperties(
                sortedBy.stream().filter(column -> sorted.add(column.fieldId())).toList(),
                key.stream().distinct().toList(),
                partitionedBy.stream().distinct().toList(),
                other);
    }

    /** Returns the same without tags and branches. */
    public TableProperties withoutTags() {
        Map<String, String> free = new TreeMap<>(other);
        free.keySet().removeIf(TableProperties::isTag);
        return withOther(free);
    }

    /** Whether a property is a constraint, a tag or a branch, which statements of their own show and change. */
    public static boolean isNamed(String property) {
        return property.startsWith(CHECK) || isTag(property);
    }

    private static boolean isTag(String property) {
        return property.startsWith(TAG) || property.startsWith(BRANCH);
    }

    /** Returns the branches, by their names. */
    public Map<String, TableBranch> branches() {
        Map<String, TableBranch> branches = new TreeMap<>();
        named(BRANCH).forEach((name, text) -> TableBranch.of(text).ifPresent(branch -> branches.put(name, branch)));
        return branches;
    }

    /**
     * Returns the same with one more branch.
     *
     * @throws IllegalArgumentException if a branch or a tag has this name, or the name does not begin with a letter and go on with
     *     letters, digits and {@code _ -}
     */
    TableProperties withBranch(String name, TableBranch branch) {
        if (!name.matches("[\\p{L}_][\\p{L}\\p{N}_-]{0,127}") || name.equals("main")) {
            throw new IllegalArgumentException(
                    "'" + name
                            + "' is not a valid name of a branch: use a letter, then letters, digits, _ and -, 128 at most, and not main");
        } else if (branches().containsKey(name) || tags().containsKey(name)) {
            throw new IllegalArgumentException(
                    "a branch or a tag '" + name + "' exists already: drop it first, or choose another name");
        }
        Map<String, String> more = new TreeMap<>(other);
        more.put(BRANCH + name, branch.toString());
        return withOther(more);
    }

    /**
     * Returns the same without a branch.
     *
     * @throws IllegalArgumentException if no branch has this name
     */
    TableProperties withoutBranch(String name) {
        Map<String, String> less = new TreeMap<>(other);
        if (less.remove(BRANCH + name) == null) {
            throw new IllegalArgumentException(noBranch(name));
        }
        return withOther(less);
    }

    /** Says that no branch has a name, and lists the branches. */
    public String noBranch(String name) {
        return "no branch '" + name + "'"
                + (branches().isEmpty()
                        ? ": the table has no branches"
                        : "; the branches are " + String.join(", ", branches().keySet()));
    }

    /**
     * Returns the same with one more CHECK constraint.
     *
     * @param condition as {@link ConditionText} reads it
     * @throws IllegalArgumentException if the table has one of this name, in whatever case, or the name is not made of letters, digits
     *     and {@code _}
     */
    public TableProperties withCheck(String name, String condition) {
        if (!name.matches("[\\p{L}_][\\p{L}\\p{N}_]{0,127}")) {
            throw new IllegalArgumentException("'" + name
                    + "' is not a valid name of a constraint: use a letter, then letters, digits and _, 128 at most");
        }
        for (String there : checks().keySet()) {
            if (there.equalsIgnoreCase(name)) {
                throw new IllegalArgumentException("the table has a constraint '" + there + "' (" + checks().get(there)
                        + "): drop it first, or choose another name");
            }
        }
        Map<String, String> more = new TreeMap<>(other);
        more.put(CHECK + name, condition);
        return withOther(more);
    }

    /**
     * Returns the same without a CHECK constraint.
     *
     * @throws IllegalArgumentException if the table has none of this name, in whatever case
     */
    public TableProperties withoutCheck(String name) {
        Map<String, String> less = new TreeMap<>(other);
        if (!less.keySet().removeIf(property -> property.equalsIgnoreCase(CHECK + name))) {
            throw new IllegalArgumentException("the table has no constraint '" + name + "', it has "
                    + (checks().isEmpty() ? "none" : String.join(", ", checks().keySet())));
        }
        return withOther(less);
    }

    /**
     * Returns the same with other columns that divide the rows. Files keep the partitions that they have.
     *
     * @param dropped columns that divide rows no more
     * @param added columns that follow the others
     * @throws IllegalArgumentException if a dropped one does not divide the rows, or an added one does already
     */
    public TableProperties withPartitions(List<PartitionColumn> dropped, List<PartitionColumn> added) {
        List<PartitionColumn> columns = new ArrayList<>(partitionedBy);
        for (PartitionColumn column : dropped) {
            if (!columns.remove(column)) {
                throw new IllegalArgumentException("the table is not divided by " + column.transform
                        + " of this column; its partitions are by "
                        + (partitionedBy.isEmpty()
                                ? "nothing"
                                : partitionedBy.stream()
                                        .map(one -> "field " + one.fieldId + " " + one.transform)
                                        .collect(Collectors.joining(", "))));
            }
        }
        for (PartitionColumn column : added) {
            if (columns.contains(column)) {
                throw new IllegalArgumentException(
                        "the table is divided by " + column.transform + " of this column already");
            }
            columns.add(column);
        }
        return new TableProperties(sortedBy, key, columns, other);
    }

    /** The same with other free properties. */
    public TableProperties withOther(Map<String, String> free) {
        return new TableProperties(sortedBy, key, partitionedBy, free);
    }

    /** Whether writers do upkeep, see {@link #UPKEEP}. */
    public boolean hasUpkeep() {
        return !"false".equals(other.get(UPKEEP));
    }

    /** Whether new data files are in folders of parts, see {@link #PART_FOLDERS}. */
    public boolean hasPartFolders() {
        return "true".equals(other.get(PART_FOLDERS));
    }

    /** Whether small sidecars are in the log if it may hold them, see {@link #SIDECARS_IN_LOG}. */
    public boolean hasSidecarsInLog() {
        return !"false".equals(other.get(SIDECARS_IN_LOG));
    }

    /** Returns how many copies files of the log have, see {@link #LOG_REPLICATION}; nothing if the property is not a number in range. */
    public OptionalInt logReplication() {
        return FreeValues.number(other, LOG_REPLICATION, 1, SinkOptions.MOST_REPLICAS);
    }

    /** Returns how many fragments a part of a checkpoint has, see {@link #PART_FRAGMENTS}; the default if the property is not a number in range. */
    public int partFragments() {
        return FreeValues.number(other, PART_FRAGMENTS, FreeValues.LEAST_PART_FRAGMENTS, FreeValues.MOST_PART_FRAGMENTS)
                .orElse(DEFAULT_PART_FRAGMENTS);
    }

    /** The same with or without upkeep. */
    public TableProperties withUpkeep(boolean does) {
        Map<String, String> free = new TreeMap<>(other);
        free.put(UPKEEP, String.valueOf(does));
        return withOther(free);
    }

    /** Whether what is declared of columns is the same. */
    public boolean declaresAs(TableProperties properties) {
        return sortedBy.equals(properties.sortedBy)
                && key.equals(properties.key)
                && partitionedBy.equals(properties.partitionedBy);
    }

    /** Whether a column tells where a row belongs: rows are sorted or divided by it. */
    boolean tellsThePlace(Field field) {
        int id = field.fieldId().orElseThrow();
        return sortedBy.stream().anyMatch(column -> column.fieldId == id)
                || partitionedBy.stream().anyMatch(column -> column.fieldId == id);
    }

    /**
     * Passes if a new table with these columns can declare it.
     *
     * @param columns with ids, see {@link SchemaEdit#numbered}
     * @throws IllegalArgumentException if it names unknown fields, or fields that can't divide rows, or a constraint
     *     does not fit
     */
    public void checkNew(Schema columns) {
        DeclarationCheck.check(this, TableSchema.numbered(columns, false));
    }

    /** As texts, as the log stores them. */
    public Map<String, String> toTexts() {
        return PropertyTexts.of(this);
    }

    /**
     * Reads the texts of the log.
     *
     * @throws IllegalArgumentException if they are not as {@link #toTexts} writes them
     */
    public static TableProperties ofTexts(Map<String, String> texts) {
        return PropertyTexts.read(texts);
    }
}
