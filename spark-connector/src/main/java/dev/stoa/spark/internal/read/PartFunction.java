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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.gather.RowGatherer;
import dev.stoa.table.PartitionFunction;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The part of a table that a value belongs to. Spark finds the function in catalogs by the words of the table's declaration,
 * such as {@code hash(16)}. It can join two tables without a shuffle if the same function divides both.
 */
public final class PartFunction implements ScalarFunction<UTF8String> {
    private static final long serialVersionUID = 1L;
    private static final Pattern NAME =
            Pattern.compile("(hash|range|truncate)\\(.*\\)|value|year|month|day|hour", Pattern.DOTALL);

    private final String transform;

    @SuppressWarnings("serial") // all of Spark's are serializable
    private final DataType type;

    @SuppressWarnings("serial") // recreated where it is used
    private transient Optional<Work> work = Optional.empty();

    /** The things that computing it takes. */
    private record Work(PartitionFunction function, RowGatherer value) {}

    private PartFunction(String transform, DataType type) {
        this.transform = transform;
        this.type = type;
    }

    /** Returns the function of a name, if it is one. */
    public static Optional<UnboundFunction> find(String name) {
        return NAME.matcher(name).matches() ? Optional.of(new Unbound(name)) : Optional.empty();
    }

    /** Whether values of a column that Spark takes for equal are in one part, whatever type the column had before it was widened. */
    static boolean canDivide(Type stored, String transform) {
        return switch (stored.kind()) {
            case TIMESTAMP -> !transform.endsWith(")");
            case BOOLEAN, DATE, BINARY -> !transform.startsWith("truncate(");
            case INT8, INT16, INT32, INT64, STRING -> true;
            default -> false;
        };
    }

    /**
     * Of any type.
     *
     * @param name the words of declarations
     */
    private record Unbound(String name) implements UnboundFunction {
        @Override
        public BoundFunction bind(StructType given) {
            if (given.length() != 1 || !canDivide(SparkTypes.stored(given.fields()[0].dataType(), name), name)) {
                throw new UnsupportedOperationException(name + " of " + given.catalogString());
            }
            return new PartFunction(name, given.fields()[0].dataType());
        }

        @Override
        public String description() {
            return name + ": the part of a table to which a value belongs";
        }
    }

    @Override
    public DataType[] inputTypes() {
        return new DataType[] {type};
    }

    @Override
    public DataType resultType() {
        return DataTypes.StringType;
    }

    @Override
    public boolean isResultNullable() {
        return false;
    }

    @Override
    public String name() {
        return transform;
    }

    @Override
    public String canonicalName() {
        return "stoa " + transform + " of " + type.catalogString();
    }

    @Override
    public synchronized UTF8String produceResult(InternalRow input) {
        if (work == null || work.isEmpty()) { // null when it was read back
            Type stored = SparkTypes.stored(type, transform);
            RowGatherer value =
                    new RowGatherer(Schema.of(Field.nullable("value", stored)), new StructType().add("value", type));
            work = Optional.of(new Work(PartitionFunction.of(stored, transform), value));
        }
        RowGatherer value = work.get().value();
        value.clear();
        value.add(input);
        return UTF8String.fromString(work.get().function().part(value.batch().column(0), 0));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartFunction function
                && transform.equals(function.transform)
                && type.equals(function.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(transform, type);
    }
}
