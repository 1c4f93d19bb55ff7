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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.jdk.javaapi.CollectionConverters;

/** Values of Spark as text that tells what is equal. */
final class Rows {
    private Rows() {}

    /** The rows that a statement gives. */
    static List<String> of(String statement) {
        return Arrays.stream((Row[]) Spark.session().sql(statement).collect())
                .map(Rows::text)
                .toList();
    }

    /** What is said of a statement that fails. */
    static String refused(String statement) {
        return messages(assertThrows(Exception.class, () -> of(statement), statement));
    }

    /** The only scan of a query. */
    static Scan scan(Dataset<?> query) {
        return ((DataSourceV2ScanRelation)
                        query.queryExecution().optimizedPlan().collectLeaves().head())
                .scan();
    }

    static String text(Object value) {
        if (value instanceof Row row) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.length(); i++) {
                values.add(row.get(i));
            }
            return texts(values);
        } else if (value instanceof scala.collection.Iterable<?> all) {
            return texts(CollectionConverters.asJava(all));
        }
        if (value instanceof scala.Tuple2<?, ?> entry) {
            return "(" + text(entry._1()) + "," + text(entry._2()) + ")";
        }
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    }

    private static String texts(Iterable<?> all) {
        List<String> texts = new ArrayList<>();
        all.forEach(value -> texts.add(text(value)));
        return texts.toString();
    }

    /** All messages of an exception and its causes. */
    static String messages(Throwable failure) {
        StringBuilder messages = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            messages.append(cause).append(System.lineSeparator());
        }
        return messages.toString();
    }
}
