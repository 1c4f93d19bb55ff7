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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.Schema;
import dev.stoa.table.OtherProperties;
import dev.stoa.table.TableProperties;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The properties of tables in {@code WITH (...)}. */
public final class DeclaredProperties {
    private static final String SORTED_BY = "sorted_by";
    private static final String PARTITIONED_BY = "partitioned_by";
    static final String EXTRA = "extra_properties";
    private static final Pattern SORTED = Pattern.compile("(.+?)(?:\\s+(ASC|DESC))?", Pattern.CASE_INSENSITIVE);
    private static final Pattern TRANSFORMED = Pattern.compile("(\\w+)\\(\\s*([^,)]+?)\\s*(?:,\\s*(.*?)\\s*)?\\)");

    /** Names of properties that Spark keeps for a column, by the id of its field. */
    private static final Pattern SPARKS = Pattern.compile("spark\\.(type|default)\\.\\d+");

    private DeclaredProperties() {}

    /** Whether statements of their own change a property: comments, constraints, tags, branches, counts, and what Spark knows of columns. */
    static boolean isNotFree(String property) {
        return property.startsWith(TableProperties.COMMENT)
                || TableProperties.isNamed(property)
                || property.equals(TableProperties.DISTINCT)
                || SPARKS.matcher(property).matches();
    }

    /** All of them. */
    public static List<PropertyMetadata<?>> all() {
        return List.of(
                texts(SORTED_BY, "columns by which rows are sorted, such as 'a' or 'b DESC'"),
                texts(
                        PARTITIONED_BY,
                        "columns by which rows are divided, such as 'region', 'day(t)' or 'hash(id, 16)'"),
                texts(EXTRA, "free properties, such as 'team=red'"));
    }

    @SuppressWarnings("unchecked") // Trino has checked the types
    private static PropertyMetadata<?> texts(String name, String description) {
        return new PropertyMetadata<>(
                name,
                description,
                new ArrayType(VarcharType.VARCHAR),
                List.class,
                List.of(),
                false,
                value -> (List<String>) value,
                value -> value);
    }

    @SuppressWarnings("unchecked") // Trino has checked the types
    private static List<String> list(Map<String, Object> properties, String name) {
        return (List<String>) properties.getOrDefault(name, List.of());
    }

    /** The free properties of a statement. */
    static Map<String, String> extra(Map<String, Object> properties) {
        Map<String, String> extra = new TreeMap<>();
        for (String text : list(properties, EXTRA)) {
            int at = text.indexOf('=');
            if (at <= 0) {
                throw invalid(EXTRA + " has '" + text + "': write 'name=value'");
            } else if (text.startsWith(TableProperties.COMMENT)) {
                throw invalid(EXTRA + " has '" + text + "', a comment: use COMMENT");
            } else if (text.startsWith(TableProperties.TAG) || text.startsWith(TableProperties.BRANCH)) {
                throw invalid(EXTRA + " has '" + text
                        + "', a tag or a branch: make tags by 'stoa table tag', and branches" + " by CREATE BRANCH");
            } else if (SPARKS.matcher(text).lookingAt()) {
                throw invalid(
                        EXTRA + " has '" + text + "', which says what Spark knows of a column: change it in Spark");
            }
            String name = text.substring(0, at);
            if (OtherProperties.contain(name)) {
                throw invalid(EXTRA + " has '" + name
                        + "', which is of another format, and has no effect here: leave it out");
            }
            if (extra.put(name, text.substring(at + 1)) != null) {
                throw invalid(EXTRA + " has '" + name + "' twice: write it once");
            }
        }
        return extra;
    }

    /** The free properties that a statement changes. */
    static Map<String, String> changed(Map<String, Optional<Object>> properties) {
        for (String name : properties.keySet()) {
            if (!name.equals(EXTRA)) {
                throw StoaErrors.unsupported(name + " is declared when a table is made: its files are written by it."
                        + " Use CREATE OR REPLACE TABLE ... AS SELECT");
            }
        }
        Map<String, Object> values = new TreeMap<>();
        properties.forEach((name, value) -> value.ifPresent(present -> values.put(name, present)));
        return extra(values);
    }

    static List<TableProperties.SortColumn> order(Map<String, Object> properties, Schema schema) {
        List<TableProperties.SortColumn> order = new ArrayList<>();
        for (String text : list(properties, SORTED_BY)) {
            Matcher sorted = SORTED.matcher(text.strip());
            if (!sorted.matches()) {
                throw invalid(SORTED_BY + " has '" + text + "': write a column, and DESC if large values come first");
            }
            boolean isDescending = "DESC".equalsIgnoreCase(sorted.group(2));
            order.add(new TableProperties.SortColumn(id(schema, sorted.group(1), SORTED_BY), isDescending, false));
        }
        return order;
    }

    static List<TableProperties.PartitionColumn> partitions(Map<String, Object> properties, Schema schema) {
        List<TableProperties.PartitionColumn> partitions = new ArrayList<>();
        for (String text : list(properties, PARTITIONED_BY)) {
            Matcher transformed = TRANSFORMED.matcher(text.strip());
            String column = text.strip();
            String transform = "value";
            if (transformed.matches()) {
                column = transformed.group(2);
                transform = transformed.group(1).toLowerCase(Locale.ENGLISH)
                        + (transformed.group(3) == null ? "" : "(" + transformed.group(3) + ")");
            }
            try {
                partitions.add(new TableProperties.PartitionColumn(id(schema, column, PARTITIONED_BY), transform));
            } catch (IllegalArgumentException e) {
                throw new TrinoException(StandardErrorCode.INVALID_TABLE_PROPERTY, e.getMessage(), e);
            }
        }
        return partitions;
    }

    private static int id(Schema schema, String column, String property) {
        if (schema.indexOf(column).isEmpty()) {
            throw invalid(property + " names the column '" + column + "', which the table does not have");
        }
        return TableDefinition.id(schema, column);
    }

    /** The declarations of a table, as a statement writes them. */
    static Map<String, Object> shown(Schema schema, TableProperties declared) {
        Map<String, Object> shown = new LinkedHashMap<>();
        List<String> order = declared.sortedBy().stream()
                .map(column -> name(schema, column.fieldId()) + (column.descending() ? " DESC" : ""))
                .toList();
        List<String> partitions = declared.partitionedBy().stream()
                .map(column -> shown(name(schema, column.fieldId()), column.transform()))
                .toList();
        Map<String, String> extra = new TreeMap<>(declared.other());
        extra.keySet().removeIf(key -> isNotFree(key) && !key.startsWith(TableProperties.CHECK));
        if (!order.isEmpty()) {
            shown.put(SORTED_BY, order);
        }
        if (!partitions.isEmpty()) {
            shown.put(PARTITIONED_BY, partitions);
        }
        if (!extra.isEmpty()) {
            shown.put(
                    EXTRA,
                    extra.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .toList());
        }
        return shown;
    }

    private static String shown(String column, String transform) {
        int bracket = transform.indexOf('(');
        if (transform.equals("value")) {
            return column;
        }
        return bracket < 0
                ? transform + "(" + column + ")"
                : transform.substring(0, bracket) + "(" + column + ", " + transform.substring(bracket + 1);
    }

    private static String name(Schema schema, int id) {
        return schema.field(id).orElseThrow().name();
    }

    private static TrinoException invalid(String message) {
        return new TrinoException(StandardErrorCode.INVALID_TABLE_PROPERTY, message);
    }
}
