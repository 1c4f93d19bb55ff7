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
package dev.stoa.spark.internal.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.ChangeWriter;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.WrittenFiles;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.spark.SparkConf;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.execution.datasources.WriteTaskResult;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag$;

/** What tasks tell the driver. */
class TaskMessageTest {
    private static final WrittenFiles WRITTEN = new WrittenFiles(
            List.of(
                    new FragmentWriter.Written("data/a.stoa", null),
                    new FragmentWriter.Written("data/b.stoa", "x".repeat(100_000) + "\u00e4\n")),
            List.of(new ChangeWriter.Written("_stoa/sidecars/c.stoa", new UUID(1, -2))));

    private static WriterCommitMessage message() throws Exception {
        return TaskMessage.of(WRITTEN);
    }

    /** Spark's serializers send it, also where each class must be one that Spark knows. */
    @Test
    void messagesAreOfClassesThatSparkSends() throws Exception {
        SparkConf strict = new SparkConf(false).set("spark.kryo.registrationRequired", "true");
        for (Serializer serializer : List.of(new JavaSerializer(strict), new KryoSerializer(strict))) {
            var instance = serializer.newInstance();
            WriterCommitMessage sent = instance.deserialize(
                    instance.serialize(message(), ClassTag$.MODULE$.apply(WriterCommitMessage.class)),
                    ClassTag$.MODULE$.apply(WriterCommitMessage.class));
            assertEquals(List.of(WRITTEN), TaskMessage.all(new WriterCommitMessage[] {sent}));
        }
    }

    @Test
    void whatIsNotUnderstoodIsNotPassedOver() throws Exception {
        WriterCommitMessage foreign = new WriterCommitMessage() {};
        WriteTaskResult known = (WriteTaskResult) message();
        byte[] bytes = (byte[]) known.commitMsg().obj();
        for (WriterCommitMessage other : Arrays.asList(
                foreign,
                other(known, "text"),
                other(known, new byte[0]),
                other(known, new byte[] {1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0}),
                other(known, Arrays.copyOf(bytes, bytes.length - 1)),
                other(known, Arrays.copyOf(bytes, bytes.length + 1)))) {
            WriterCommitMessage[] messages = {message(), other};
            String said = assertThrows(IllegalStateException.class, () -> TaskMessage.all(messages))
                    .getMessage();
            assertTrue(said.contains("nothing is committed"), said);
            assertThrows(IllegalStateException.class, () -> TaskMessage.known(messages));
        }
    }

    @Test
    void onlyATaskThatFailedMayHaveNone() throws Exception {
        WriterCommitMessage[] messages = {null, message()};
        assertEquals(List.of(WRITTEN), TaskMessage.known(messages));
        assertThrows(IllegalStateException.class, () -> TaskMessage.all(messages));
    }

    private static WriteTaskResult other(WriteTaskResult known, Object told) {
        return new WriteTaskResult(new TaskCommitMessage(told), known.summary());
    }
}
