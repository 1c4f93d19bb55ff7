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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose output lies on a full disk, which Hadoop's local file system tells by an error, not an exception. */
class FullDiskTest {
    @TempDir
    private java.nio.file.Path folder;

    private Configuration conf;
    private Path output;

    /** Local files of which those that tasks write find no room. */
    public static final class FullFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("full:///");
        }

        @Override
        protected OutputStream createOutputStreamWithMode(Path path, boolean append, FsPermission permission)
                throws IOException {
            OutputStream out = super.createOutputStreamWithMode(path, append, permission);
            if (!path.getName().startsWith("part-")) {
                return out;
            }
            out.close();
            return super.createOutputStreamWithMode(new Path("/dev/full"), true, null);
        }

        @Override
        public void setPermission(Path path, FsPermission permission) {
            // its paths are not those of file:
        }
    }

    @BeforeEach
    void begin() {
        conf = Lines.local(folder);
        conf.setClass("fs.full.impl", FullFileSystem.class, FileSystem.class);
        output = new Path("full://" + folder.resolve("out"));
    }

    @Test
    void theJobFailsAndLeavesNothing() throws Exception {
        Job job = Lines.write(conf, output);
        assertFalse(job.waitForCompletion(false));
        assertEquals(List.of(), files());
    }

    @Test
    void theTaskSaysWhyAndRemovesItsFile() throws Exception {
        Job job = Lines.write(conf, output);
        TaskAttemptContext task = new TaskAttemptContextImpl(
                job.getConfiguration(), TaskAttemptID.forName("attempt_202601010000_0001_r_000000_0"));
        StoaOutputFormat format = new StoaOutputFormat();
        format.getOutputCommitter(task).setupJob(task);
        format.getOutputCommitter(task).setupTask(task);
        RecordWriter<NullWritable, Object[]> writer = format.getRecordWriter(task);
        writer.write(NullWritable.get(), Lines.row(1));
        IOException full = assertThrows(IOException.class, () -> writer.close(task));
        assertTrue(full.getMessage().contains("No space left on device"), full.getMessage());
        assertTrue(full.getMessage().contains("part-r-00000.stoa"), full.getMessage());
        assertEquals(List.of(), files());
    }

    private List<java.nio.file.Path> files() throws IOException {
        try (Stream<java.nio.file.Path> all = Files.walk(folder.resolve("out"))) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
