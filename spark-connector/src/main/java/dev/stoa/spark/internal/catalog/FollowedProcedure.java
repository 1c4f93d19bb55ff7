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
package dev.stoa.spark.internal.catalog;

import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/**
 * A procedure after which something else is to be done.
 *
 * @param procedure that does the work
 * @param after takes the first argument, once the procedure has run
 */
public record FollowedProcedure(UnboundProcedure procedure, Consumer<String> after) implements UnboundProcedure {
    @Override
    public String name() {
        return procedure.name();
    }

    @Override
    public String description() {
        return procedure.description();
    }

    @Override
    public BoundProcedure bind(StructType types) {
        BoundProcedure bound = procedure.bind(types);
        return new BoundProcedure() {
            @Override
            public String name() {
                return bound.name();
            }

            @Override
            public String description() {
                return bound.description();
            }

            @Override
            public ProcedureParameter[] parameters() {
                return bound.parameters();
            }

            @Override
            public boolean isDeterministic() {
                return bound.isDeterministic();
            }

            @Override
            public Iterator<Scan> call(InternalRow arguments) {
                Iterator<Scan> result = bound.call(arguments);
                after.accept(arguments.getString(0));
                return result;
            }
        };
    }
}
