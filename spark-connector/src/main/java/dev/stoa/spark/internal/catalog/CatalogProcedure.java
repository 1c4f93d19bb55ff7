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

import dev.stoa.spark.internal.store.SparkErrors;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.DefaultValue;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A procedure about a table or a placement group, whose name is the first argument.
 *
 * @param name of the procedure
 * @param subject the name of the first parameter
 * @param others the other parameters
 * @param result the columns of its rows
 * @param subjects finds what the first argument names
 * @param action the work
 * @param <S> a table or a placement group
 */
record CatalogProcedure<S>(
        String name,
        String subject,
        List<ProcedureParameter> others,
        StructType result,
        Subjects<S> subjects,
        Action<S> action)
        implements SimpleProcedure {

    /** Finds a table or a placement group by its name. */
    interface Subjects<S> {
        S of(String name) throws IOException;
    }

    /** Work on a table or a placement group. */
    interface Action<S> {
        /**
         * Does the work.
         *
         * @param arguments begin with the name of the subject
         */
        List<InternalRow> run(S subject, InternalRow arguments) throws IOException;
    }

    static ProcedureParameter parameter(String name, DataType type, String byDefault) {
        return ProcedureParameter.in(name, type).defaultValue(byDefault).build();
    }

    static ProcedureParameter parameter(String name, DataType type) {
        return ProcedureParameter.in(name, type).build();
    }

    @Override
    public ProcedureParameter[] parameters() {
        ProcedureParameter[] all = new ProcedureParameter[others.size() + 1];
        all[0] = parameter(subject, DataTypes.StringType);
        for (int i = 0; i < others.size(); i++) {
            all[i + 1] = others.get(i);
        }
        return all;
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    @Override
    public String description() {
        return "system." + name;
    }

    @Override
    public Iterator<Scan> call(InternalRow arguments) {
        List<InternalRow> rows = SparkErrors.analysed(SparkErrors.Condition.STOA_INVALID_SETTING, () -> {
            checkNulls(arguments);
            return action.run(subjects.of(arguments.getString(0)), arguments);
        });
        return List.<Scan>of(new LocalRows(result, rows)).iterator();
    }

    /** Rows of Spark give false or 0 for a null: {@code dry_run => null} would not be one. */
    private void checkNulls(InternalRow arguments) {
        ProcedureParameter[] all = parameters();
        for (int i = 0; i < all.length; i++) {
            DefaultValue byDefault = all[i].defaultValue();
            boolean mayBeNull = byDefault != null && byDefault.getSql().equals("null");
            if (arguments.isNullAt(i) && !mayBeNull) {
                throw new IllegalArgumentException("the argument " + all[i].name() + " of " + description()
                        + " is null: give a value" + (byDefault == null ? "" : ", or leave it out"));
            }
        }
    }
}
