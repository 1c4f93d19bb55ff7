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

import dev.stoa.table.WrittenFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.execution.datasources.ExecutedWriteSummary;
import org.apache.spark.sql.execution.datasources.WriteTaskResult;
import org.apache.spark.sql.execution.datasources.WriteTaskStats;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A task's report of its files to the driver: bytes in a message of Spark's. A class of ours would not do. If a jar is added
 * to a running session, driver and executors have class loaders of their own, and the driver might not recognise its own
 * class.
 */
public final class TaskMessage {
    private TaskMessage() {}

    /** As a message. */
    static WriterCommitMessage of(WrittenFiles written) throws IOException {
        ExecutedWriteSummary noSummary = new ExecutedWriteSummary(
                CollectionConverters.<String>asScala(List.<String>of()).toSet(),
                CollectionConverters.<WriteTaskStats>asScala(List.<WriteTaskStats>of())
                        .toSeq());
        return new WriteTaskResult(new TaskCommitMessage(written.bytes()), noSummary);
    }

    /**
     * Returns the files of all tasks of a write.
     *
     * @throws IllegalStateException if a message is missing, or not of such a task: what it has written would be lost
     */
    static List<WrittenFiles> all(WriterCommitMessage[] messages) {
        return Arrays.stream(messages).map(TaskMessage::read).toList();
    }

    /**
     * Returns the files of the tasks that were done when others failed. The messages of those are null.
     *
     * @throws IllegalStateException if a message is not of such a task
     */
    static List<WrittenFiles> known(WriterCommitMessage[] messages) {
        return Arrays.stream(messages)
                .filter(Objects::nonNull)
                .map(TaskMessage::read)
                .toList();
    }

    private static WrittenFiles read(WriterCommitMessage message) {
        if (!(message instanceof WriteTaskResult result) || !(result.commitMsg().obj() instanceof byte[] bytes)) {
            throw notUnderstood(message, null);
        }
        try {
            return WrittenFiles.of(bytes);
        } catch (IOException e) {
            throw notUnderstood(message, e);
        }
    }

    private static IllegalStateException notUnderstood(WriterCommitMessage message, IOException cause) {
        return new IllegalStateException(
                "the driver can't read the message in which a task reports what it wrote, of "
                        + (message == null ? "no class" : message.getClass())
                        + "; nothing is committed: give the driver and its executors the same version of the jar",
                cause);
    }
}
