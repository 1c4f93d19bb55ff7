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
package dev.stoa.spark.internal.table;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.catalog.constraints.Check;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;

/**
 * The constraints of a table as Spark knows them: CHECK, and the key. Spark evaluates a CHECK in the tasks that write, and the commit
 * checks it again, as for every writer.
 */
public final class TableConstraints {
    /** Matches conditions that mean another thing in an expression of Spark's SQL. */
    private static final Pattern NOT_SPARKS = Pattern.compile("\\\\|(?i)\\b(nan|infinity)\\b|[@$]");

    private TableConstraints() {}

    /** Returns the constraints that Spark can read. The commit enforces the others alone. */
    static Constraint[] of(Snapshot snapshot) {
        List<Constraint> constraints = new ArrayList<>();
        TableProperties properties = snapshot.properties();
        List<String> key = new ArrayList<>();
        for (Field field : snapshot.schema().fields()) {
            if (properties.key().contains(field.fieldId().orElseThrow())) {
                key.add(field.name());
            }
        }
        if (!key.isEmpty() && key.size() == properties.key().size()) {
            NamedReference[] columns = key.stream().map(FieldReference::column).toArray(NamedReference[]::new);
            constraints.add(Constraint.primaryKey("stoa_key", columns)
                    .enforced(true)
                    .validationStatus(Constraint.ValidationStatus.VALID)
                    .build());
        }
        for (Map.Entry<String, String> check : properties.checks().entrySet()) {
            if (!NOT_SPARKS.matcher(check.getValue()).find()) {
                constraints.add(Constraint.check(check.getKey())
                        .predicateSql(check.getValue())
                        .enforced(true)
                        .validationStatus(Constraint.ValidationStatus.VALID)
                        .build());
            }
        }
        return constraints.toArray(Constraint[]::new);
    }

    /**
     * Declares the constraints of a new table.
     *
     * @throws IllegalArgumentException if a constraint is of another kind, or can't be read
     */
    public static TableProperties declared(TableProperties properties, Constraint[] constraints, Schema schema) {
        TableProperties declared = properties;
        for (Constraint constraint : constraints) {
            if (constraint instanceof PrimaryKey key) {
                List<Integer> ids = Arrays.stream(key.columns())
                        .map(column -> FieldNames.get(schema.fields(), String.join(".", column.fieldNames())))
                        .map(field -> field.fieldId().orElseThrow())
                        .toList();
                declared = new TableProperties(declared.sortedBy(), ids, declared.partitionedBy(), declared.other());
            } else {
                declared = with(declared, constraint);
            }
        }
        return declared;
    }

    /**
     * Adds a constraint to those of a table.
     *
     * @throws IllegalArgumentException if it is no CHECK, or can't be read
     */
    static TableProperties with(TableProperties properties, Constraint constraint) {
        if (!(constraint instanceof Check check)) {
            throw new IllegalArgumentException("the constraint '" + constraint.name()
                    + "': a table has CHECK constraints, and a primary key that create table declares: other constraints"
                    + " are not enforced, so leave it out");
        } else if (!check.enforced()) {
            throw new IllegalArgumentException("the constraint '" + check.name()
                    + "' is not enforced, and each constraint of a table is: leave 'not enforced' out");
        } else if (NOT_SPARKS.matcher(check.predicateSql()).find()) {
            throw new IllegalArgumentException("the constraint '" + check.name() + "' (" + check.predicateSql()
                    + ") has a backslash, @, $, nan or infinity, which mean other things to other engines:"
                    + " declare it by the command line: stoa table alter --add-check");
        }
        return properties.withCheck(check.name(), check.predicateSql());
    }
}
