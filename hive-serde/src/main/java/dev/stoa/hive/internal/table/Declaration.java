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
package dev.stoa.hive.internal.table;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.hive.internal.session.StatementId;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.TableProperties.SortColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Order;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.parse.TransformSpec;
import org.apache.hadoop.hive.ql.session.SessionStateUtil;

/**
 * The partitions and order of a new table: {@code partitioned by}, {@code partitioned by spec}, {@code clustered by}
 * and {@code sorted by}; or what the pattern of {@code create table like} declares. The log keeps it, and the metastore does not: to Hive all columns are like the others.
 */
public final class Declaration {
    /** A table without partitions and order. */
    public static final Declaration NONE = new Declaration();

    private static final String PATTERN = "stoa.pattern";

    private final List<Part> parts = new ArrayList<>();
    private final List<Sorted> order = new ArrayList<>();
    private final List<String> key = new ArrayList<>();
    private final Map<String, String> checks = new TreeMap<>();
    private final Set<String> required = new TreeSet<>();

    private record Part(String column, String transform) {}

    private record Sorted(String column, boolean descends, boolean nullsFirst) {}

    private Declaration() {}

    /**
     * Takes the partitions and the order out of the description of a new table.
     *
     * @param configuration of the statement
     * @throws IllegalArgumentException if tables with a log have no such
     */
    static Declaration take(Configuration configuration, Table table) {
        Optional<Object> pattern = SessionStateUtil.getResource(StatementId.configuration(configuration), PATTERN);
        if (pattern.isPresent()) {
            return like((Snapshot) pattern.get());
        }
        Declaration said = new Declaration();
        StorageDescriptor storage = table.getSd();
        if (table.getPartitionKeysSize() > 0) {
            List<FieldSchema> columns = new ArrayList<>(storage.getCols());
            for (FieldSchema key : table.getPartitionKeys()) {
                said.parts.add(new Part(key.getName(), "value"));
                columns.add(key);
            }
            storage.setCols(columns);
            table.setPartitionKeys(new ArrayList<>());
        }
        for (TransformSpec spec : specs(configuration)) {
            said.parts.add(new Part(spec.getColumnName(), transform(spec)));
        }
        if (storage.getBucketColsSize() > 1) {
            throw new IllegalArgumentException("clustered by " + String.join(", ", storage.getBucketCols())
                    + ": rows are divided by one column at a time: say clustered by one of them, or"
                    + " partitioned by spec (bucket(4, a), bucket(4, b))");
        }
        if (storage.getBucketColsSize() == 1) {
            said.parts.add(new Part(storage.getBucketCols().get(0), "hash(" + storage.getNumBuckets() + ")"));
            storage.setBucketCols(new ArrayList<>());
            storage.setNumBuckets(-1);
        }
        if (storage.getSortColsSize() > 0) {
            for (Order column : storage.getSortCols()) {
                boolean descends = column.getOrder() == 0;
                said.order.add(new Sorted(column.getCol(), descends, descends));
            }
            storage.setSortCols(new ArrayList<>());
        }
        return said;
    }

    /** Adds the constraints of a statement. A default stays with Hive, which puts it into the rows of its own statements. */
    void constrain(CreateTableRequest statement) {
        if (statement.getNotNullConstraints() != null) {
            for (SQLNotNullConstraint constraint : statement.getNotNullConstraints()) {
                if (constraint.isEnable_cstr()) {
                    required.add(constraint.getColumn_name().toLowerCase(Locale.ROOT));
                }
            }
        }
        if (statement.getCheckConstraints() != null) {
            for (SQLCheckConstraint constraint : statement.getCheckConstraints()) {
                if (constraint.isEnable_cstr()) {
                    String name = constraint.getDc_name();
                    checks.put(
                            name == null || name.isEmpty() ? "check_" + (checks.size() + 1) : name,
                            constraint.getCheck_expression());
                }
                if (constraint.getColumn_name() == null) {
                    constraint.setColumn_name(column(constraint, statement.getTable()));
                }
            }
        }
    }

    /**
     * Names a column for a constraint of the whole table. The metastore stores one without a column, but can't read it. Then all
     * statements that write to the table fail.
     */
    private static String column(SQLCheckConstraint constraint, Table table) {
        List<String> names =
                table.getSd().getCols().stream().map(FieldSchema::getName).toList();
        return names.stream()
                .filter(name -> constraint.getCheck_expression().contains("`" + name + "`"))
                .findFirst()
                .orElse(names.get(0));
    }

    /** The columns of a new table: those without nulls say so. */
    Schema columns(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> required.contains(field.name().toLowerCase(Locale.ROOT))
                        ? new Field(field.name(), field.type(), false, field.fieldId())
                        : field)
                .toList());
    }

    /** Makes the table of a {@code create table like} statement declare what its pattern does. */
    public static void tellPattern(Configuration configuration, Snapshot pattern) {
        SessionStateUtil.addResource(StatementId.configuration(configuration), PATTERN, pattern);
    }

    private static Declaration like(Snapshot pattern) {
        Declaration said = new Declaration();
        TableProperties declared = pattern.properties().withoutRepetitions();
        declared.partitionedBy()
                .forEach(part -> said.parts.add(new Part(name(pattern, part.fieldId()), part.transform())));
        declared.sortedBy()
                .forEach(column -> said.order.add(
                        new Sorted(name(pattern, column.fieldId()), column.descending(), column.nullsFirst())));
        declared.key().forEach(id -> said.key.add(name(pattern, id)));
        said.checks.putAll(declared.checks());
        pattern.schema().fields().stream()
                .filter(field -> !field.nullable())
                .forEach(field -> said.required.add(field.name().toLowerCase(Locale.ROOT)));
        return said;
    }

    private static String name(Snapshot pattern, int id) {
        return pattern.schema()
                .field(id)
                .map(Field::name)
                .orElseThrow(() -> new IllegalArgumentException(
                        pattern + ": it is divided or sorted by a part of a column, which Hive can't say"));
    }

    @SuppressWarnings("unchecked") // Hive puts a list of them there
    private static List<TransformSpec> specs(Configuration configuration) {
        return SessionStateUtil.getResource(
                        StatementId.configuration(configuration), hive_metastoreConstants.PARTITION_TRANSFORM_SPEC)
                .map(found -> (List<TransformSpec>) found)
                .orElse(List.of());
    }

    private static String transform(TransformSpec spec) {
        return switch (spec.getTransformType()) {
            case IDENTITY -> "value";
            case YEAR -> "year";
            case MONTH -> "month";
            case DAY -> "day";
            case HOUR -> "hour";
            case BUCKET -> "hash(" + PartitionSpecs.number(spec) + ")";
            case TRUNCATE -> "truncate(" + PartitionSpecs.number(spec) + ")";
            default ->
                throw new IllegalArgumentException(
                        "partitioned by spec (" + spec.transformTypeString() + ")"
                                + ": a table with a log can be partitioned by a column, and by its year, month, day, hour, bucket or truncate");
        };
    }

    boolean isEmpty() {
        return parts.isEmpty() && order.isEmpty() && key.isEmpty() && isUnconstrained();
    }

    boolean isUnconstrained() {
        return checks.isEmpty() && required.isEmpty();
    }

    /**
     * Returns what the log says of it.
     *
     * @param schema whose fields have ids
     * @param comments of columns, by name
     */
    TableProperties properties(Schema schema, List<FieldSchema> comments) {
        List<PartitionColumn> partitions = new ArrayList<>();
        for (Part part : parts) {
            partitions.add(new PartitionColumn(id(schema, part.column), part.transform));
        }
        List<SortColumn> sort = new ArrayList<>();
        for (Sorted column : order) {
            sort.add(new SortColumn(id(schema, column.column), column.descends, column.nullsFirst));
        }
        Map<String, String> other = new HashMap<>();
        for (FieldSchema column : comments) {
            if (column.getComment() != null && !column.getComment().isEmpty()) {
                other.put(TableProperties.commentOf(id(schema, column.getName())), column.getComment());
            }
        }
        List<Integer> ids = key.stream().map(column -> id(schema, column)).toList();
        TableProperties properties = new TableProperties(sort, ids, partitions, other);
        for (Map.Entry<String, String> check : checks.entrySet()) {
            properties = properties.withCheck(check.getKey(), check.getValue());
        }
        return properties;
    }

    private static int id(Schema schema, String column) {
        return FieldNames.get(schema.fields(), column).fieldId().orElseThrow();
    }
}
