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
import java.sql.Date;
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

/**
 * ORC's answers to the query of Figure 1: a search argument leaves out stripes and groups of rows. (Its filter of single rows,
 * {@code allowSARGToFilter}, is slower here.) It takes no aggregates from metadata under a filter.
 */
final class OrcFig1 {
    private static final int BATCH_ROWS = 4096;

    private OrcFig1() {}

    /** Answers. */
    static ReadResult answer(StoredFile file, Fig1Query query) throws IOException {
        SearchArgument condition = SearchArgumentFactory.newBuilder()
                .startAnd()
                .lessThan(Fig1Query.DATES, PredicateLeaf.Type.DATE, Date.valueOf(query.date()))
                .end()
                .build();
        Qualifying found = new Qualifying();
        try (Reader reader = OrcFile.createReader(
                file.path(),
                OrcFile.readerOptions(file.conf())
                        .filesystem(file.fileSystem())
                        .maxLength(file.status().getLen()))) {
            TypeDescription projection = OrcJava.projection(reader.getSchema(), Fig1Query.DATES, Fig1Query.NUMBERS);
            VectorizedRowBatch batch = projection.createRowBatch(RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
            try (RecordReader rows = reader.rows(
                    reader.options().schema(projection).searchArgument(condition, new String[] {Fig1Query.DATES}))) {
                while (rows.nextBatch(batch)) {
                    add(
                            (LongColumnVector) batch.cols[0],
                            (LongColumnVector) batch.cols[1],
                            batch.size,
                            query.day(),
                            found);
                }
            }
        }
        return found.result();
    }

    private static void add(LongColumnVector dates, LongColumnVector numbers, int rows, int day, Qualifying found) {
        int dateMask = dates.isRepeating ? 0 : -1;
        int numberMask = numbers.isRepeating ? 0 : -1;
        int[] qualifying = found.room(rows);
        int count = 0;
        for (int row = 0; row < rows; row++) {
            qualifying[count] = (int) numbers.vector[row & numberMask];
            count += dates.vector[row & dateMask] < day ? 1 : 0;
        }
        found.add(qualifying, count);
    }
}
