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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;

/** Look-ups by ORC: a search argument with statistics and Bloom filters leaves out stripes and groups of rows. */
final class OrcLookup {
    private static final int BATCH_ROWS = 4096;

    private OrcLookup() {}

    static ReadResult lookup(StoredFile file, long[] keys) throws IOException {
        long rows = 0;
        long sum = 0;
        for (long key : keys) {
            SearchArgument condition = SearchArgumentFactory.newBuilder()
                    .startAnd()
                    .equals(LookupQuery.KEY, PredicateLeaf.Type.LONG, key)
                    .end()
                    .build();
            try (Reader reader = OrcFile.createReader(
                    file.path(),
                    OrcFile.readerOptions(file.conf())
                            .filesystem(file.fileSystem())
                            .maxLength(file.status().getLen()))) {
                TypeDescription projection = OrcJava.projection(reader.getSchema(), LookupQuery.KEY, LookupQuery.VALUE);
                VectorizedRowBatch batch = projection.createRowBatch(RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
                try (RecordReader found = reader.rows(
                        reader.options().schema(projection).searchArgument(condition, new String[] {LookupQuery.KEY
                        }))) {
                    while (found.nextBatch(batch)) {
                        LongColumnVector candidates = (LongColumnVector) batch.cols[0];
                        LongColumnVector values = (LongColumnVector) batch.cols[1];
                        for (int row = 0; row < batch.size; row++) {
                            if (candidates.vector[candidates.isRepeating ? 0 : row] == key) {
                                rows++;
                                sum += values.vector[values.isRepeating ? 0 : row];
                            }
                        }
                    }
                }
            }
        }
        return LookupQuery.result(rows, sum);
    }
}
