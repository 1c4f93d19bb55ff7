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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.counters.GenericCounter;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the documentation is what stands here between two comments, and runs. */
class DocumentationTest {
    private static final java.nio.file.Path PAGE = java.nio.file.Path.of("..", "docs", "mapreduce.md");
    private static final java.nio.file.Path THIS =
            java.nio.file.Path.of("src/test/java/dev/stoa/mapreduce/DocumentationTest.java");

    @TempDir
    private java.nio.file.Path folder;

    // snippet
    static class Totals extends Mapper<NullWritable, StoaRow, LongWritable, DoubleWritable> {
        @Override
        protected void map(NullWritable key, StoaRow row, Context context) throws IOException, InterruptedException {
            if (!row.isNull(1)) {
                context.write(
                        new LongWritable(row.getLong(0)), new DoubleWritable(((BigDecimal) row.get(1)).doubleValue()));
            }
        }
    }
    // end of snippet

    // snippet
    static class Sums extends Reducer<LongWritable, DoubleWritable, NullWritable, Object[]> {
        @Override
        protected void reduce(LongWritable customer, Iterable<DoubleWritable> totals, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            for (DoubleWritable total : totals) {
                sum += total.get();
            }
            context.write(NullWritable.get(), new Object[] {customer.get(), sum});
        }
    }
    // end of snippet

    private static Job job(Configuration conf, Path orders, Path totals) throws IOException {
        // snippet
        Job job = Job.getInstance(conf);
        job.setInputFormatClass(StoaInputFormat.class);
        StoaInputFormat.addInputPath(job, orders);
        StoaInputFormat.select(job.getConfiguration(), "customer", "total");
        StoaInputFormat.filter(job.getConfiguration(), "day >= date '2024-01-01' and total > 100");
        job.setMapperClass(Totals.class);
        job.setMapOutputKeyClass(LongWritable.class);
        job.setMapOutputValueClass(DoubleWritable.class);
        // end of snippet
        // snippet
        job.setReducerClass(Sums.class);
        job.setOutputFormatClass(StoaOutputFormat.class);
        StoaOutputFormat.setOutputPath(job, totals);
        StoaOutputFormat.setSchema(
                job.getConfiguration(),
                Schema.of(
                        Field.required("customer", Type.of(TypeKind.INT64)),
                        Field.nullable("total", Type.of(TypeKind.FLOAT64))));
        // end of snippet
        return job;
    }

    @Test
    void totalsAreSummed() throws Exception {
        Configuration conf = Lines.local(folder);
        Path orders = new Path(folder.resolve("orders").toUri());
        Configuration writing = new Configuration(conf);
        StoaOutputFormat.setSchema(
                writing,
                Schema.of(
                        Field.required("id", Type.of(TypeKind.INT64)),
                        Field.required("customer", Type.of(TypeKind.INT64)),
                        Field.nullable("total", Type.decimal(15, 2)),
                        Field.nullable("day", Type.of(TypeKind.DATE))));
        LocalDate day = LocalDate.of(2024, 1, 1);
        try (FileRows rows = new FileRows(writing, new Path(orders, "a.stoa"))) {
            rows.write(new Object[] {1L, 7L, new BigDecimal("100.50"), day});
            rows.write(new Object[] {2L, 7L, new BigDecimal("200.25"), day.plusDays(40)});
            rows.write(new Object[] {3L, 8L, new BigDecimal("100.00"), day});
            rows.write(new Object[] {4L, 8L, new BigDecimal("500.00"), day.minusDays(1)});
            rows.write(new Object[] {5L, 9L, null, day});
            rows.write(new Object[] {6L, 6L, new BigDecimal("1000.00"), day});
        }
        Path totals = new Path(folder.resolve("totals").toUri());
        Lines.run(job(conf, orders, totals));
        try (SplitRows rows = new SplitRows(
                conf,
                SplitPlanner.splits(conf, new Credentials(), new Path[] {totals}, null)
                        .get(0),
                counter -> new GenericCounter())) {
            assertTrue(rows.next());
            assertArrayEquals(new Object[] {6L, 1000.0}, rows.row().values());
            assertTrue(rows.next());
            assertArrayEquals(new Object[] {7L, 300.75}, rows.row().values());
            assertFalse(rows.next());
        }
    }

    @Test
    void thePageShowsThis() throws IOException {
        List<String> shown = between(Files.readString(PAGE), "```java\n", "```\n");
        List<String> here = between(Files.readString(THIS), "// snippet\n", "// end of snippet\n");
        assertEquals(here.stream().sorted().toList(), shown.stream().sorted().toList());
    }

    /** Parts of a text without comments and white space. */
    private static List<String> between(String text, String begin, String end) {
        List<String> found = new ArrayList<>();
        for (int from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, from + 1)) {
            int start = from + begin.length();
            found.add(text.substring(start, text.indexOf(end, start))
                    .replaceAll("//.*", "")
                    .replaceAll("\\s+", ""));
        }
        return found;
    }
}
