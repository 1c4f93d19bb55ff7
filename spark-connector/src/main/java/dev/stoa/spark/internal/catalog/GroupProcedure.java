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
import dev.stoa.table.placement.PlacementGroup;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopReplicas;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A procedure about a placement group. The folder of its maps is the first argument.
 *
 * @param name of the procedure
 * @param others the parameters besides the group
 * @param result the columns of its rows
 * @param action the work
 */
record GroupProcedure(String name, List<ProcedureParameter> others, StructType result, Action action)
        implements SimpleProcedure {

    /** Work on a group. */
    interface Action {
        /**
         * Does the work.
         *
         * @param arguments begin with the group's folder
         */
        List<InternalRow> run(PlacementGroup group, Configuration conf, InternalRow arguments) throws IOException;
    }

    @Override
    public ProcedureParameter[] parameters() {
        ProcedureParameter[] all = new ProcedureParameter[others.size() + 1];
        all[0] = TableProcedure.parameter("group", DataTypes.StringType);
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
            Configuration conf = SparkSession.active().sparkContext().hadoopConfiguration();
            Path path = new Path(arguments.getString(0));
            FileSystem fs = path.getFileSystem(conf);
            return action.run(new PlacementGroup(HadoopFolder.of(fs, path), new HadoopReplicas(fs)), conf, arguments);
        });
        return List.<Scan>of(new LocalRows(result, rows)).iterator();
    }
}
