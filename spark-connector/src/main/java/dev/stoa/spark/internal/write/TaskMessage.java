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

import dev.stoa.table.ChangeWriter;
import dev.stoa.table.FragmentWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.execution.datasources.ExecutedWriteSummary;
import org.apache.spark.sql.execution.datasources.WriteTaskResult;
import org.apache.spark.sql.execution.datasources.WriteTaskStats;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What a task has written, as it tells the driver: bytes in a message of Spark's. A class of ours would not do: where a jar is added
 * to a running session, driver and executors have class loaders of their own, and the driver might not know its own class again.
 */
public final class TaskMessage {
    /** So that no other source's message is taken for one of these. */
    private static final int MAGIC = 0x53544f57;

    private TaskMessage() {}

    /** What a task has written. */
    public record Written(List<FragmentWriter.Written> files, List<ChangeWriter.Written> changes) {
        public Written {
            files = List.copyOf(files);
            changes = List.copyOf(changes);
        }
    }

    /** As a message. */
    static WriterCommitMessage of(Written written) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(written.files().size());
        for (FragmentWriter.Written file : written.files()) {
            write(out, file.path());
            out.writeBoolean(file.partition() != null);
            if (file.partition() != null) {
                write(out, file.partition());
            }
        }
        out.writeInt(written.changes().size());
        for (ChangeWriter.Written change : written.changes()) {
            write(out, change.path());
            out.writeLong(change.fragment().getMostSignificantBits());
            out.writeLong(change.fragment().getLeastSignificantBits());
        }
        ExecutedWriteSummary noSummary = new ExecutedWriteSummary(
                CollectionConverters.<String>asScala(List.<String>of()).toSet(),
                CollectionConverters.<WriteTaskStats>asScala(List.<WriteTaskStats>of())
                        .toSeq());
        return new WriteTaskResult(new TaskCommitMessage(bytes.toByteArray()), noSummary);
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * What all tasks of a write have written.
     *
     * @throws IllegalStateException if a message is missing, or not of such a task: what it has written would be lost
     */
    static List<Written> all(WriterCommitMessage[] messages) {
        return Arrays.stream(messages).map(TaskMessage::read).toList();
    }

    /**
     * What those tasks have written that were done when others failed, whose messages are null.
     *
     * @throws IllegalStateException if a message is not of such a task
     */
    static List<Written> known(WriterCommitMessage[] messages) {
        return Arrays.stream(messages)
                .filter(Objects::nonNull)
                .map(TaskMessage::read)
                .toList();
    }

    private static Written read(WriterCommitMessage message) {
        if (!(message instanceof WriteTaskResult result) || !(result.commitMsg().obj() instanceof byte[] bytes)) {
            throw notUnderstood(message, null);
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readInt() != MAGIC) {
                throw notUnderstood(message, null);
            }
            List<FragmentWriter.Written> files = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                String path = text(in);
                files.add(new FragmentWriter.Written(path, in.readBoolean() ? text(in) : null));
            }
            List<ChangeWriter.Written> changes = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                changes.add(new ChangeWriter.Written(text(in), new UUID(in.readLong(), in.readLong())));
            }
            if (in.available() > 0) {
                throw notUnderstood(message, null);
            }
            return new Written(files, changes);
        } catch (IOException e) {
            throw notUnderstood(message, e);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a text of " + length + " bytes, of which " + in.available() + " are there");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static IllegalStateException notUnderstood(WriterCommitMessage message, IOException cause) {
        return new IllegalStateException(
                "a task has told the driver what it has written by a message that it does not understand, of "
                        + (message == null ? "no class" : message.getClass())
                        + "; nothing is committed: give the driver and its executors the same version of the jar",
                cause);
    }
}
