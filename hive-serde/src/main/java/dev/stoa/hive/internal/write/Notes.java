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
package dev.stoa.hive.internal.write;

import dev.stoa.vio.hadoop.FsErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where the tasks of a statement note which files they wrote: one file for each task, in a folder in Hive's scratch space. */
public final class Notes {
    /** The last line: a note is whole. */
    private static final String END = "end";

    /** In the name of a note, after the graph of tasks. */
    public static final String GRAPH_END = "-";

    private final FileSystem fs;
    private final Path folder;

    public Notes(Configuration configuration, Path folder) throws IOException {
        this.fs = folder.getFileSystem(configuration);
        this.folder = folder;
    }

    /** Writes the note of a task; if that fails, no note exists. */
    void write(String task, List<WrittenFile> files) throws IOException {
        StringBuilder text = new StringBuilder();
        files.forEach(file -> text.append(file.text()).append('\n'));
        text.append(END);
        Path note = new Path(folder, task);
        try {
            write(note, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            fs.delete(note, false);
            throw e;
        }
    }

    private void write(Path note, byte[] text) throws IOException {
        try (FSDataOutputStream out = fs.create(note, true)) {
            out.write(text);
        } catch (FSError e) {
            throw FsErrors.ioException(note.toString(), e);
        }
    }

    /**
     * Fails if a graph of tasks that ran before has left notes: which tasks count is not known then.
     *
     * @throws IOException if it has
     */
    public void checkOneGraph() throws IOException {
        long graphs = Arrays.stream(list())
                .map(note -> note.getPath().getName())
                .map(name -> name.substring(0, name.indexOf(GRAPH_END)))
                .distinct()
                .count();
        if (graphs > 1) {
            throw new IOException(
                    folder + ": " + graphs + " runs of the statement have left notes, perhaps because a failure"
                            + " restarted it: run the statement again");
        }
    }

    /** Returns the notes of all tasks. */
    public List<WrittenFile> read() throws IOException {
        List<WrittenFile> files = new ArrayList<>();
        for (FileStatus note : list()) {
            byte[] bytes = new byte[(int) note.getLen()];
            try (FSDataInputStream in = fs.open(note.getPath())) {
                in.readFully(0, bytes);
            }
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(END)) {
                throw new IOException(note.getPath() + ": the note of a task is not whole; run the statement again");
            }
            for (String line : lines.subList(0, lines.size() - 1)) {
                files.add(WrittenFile.parse(line));
            }
        }
        return files;
    }

    private FileStatus[] list() throws IOException {
        try {
            return fs.listStatus(folder);
        } catch (FileNotFoundException e) {
            return new FileStatus[0]; // no task wrote a row
        }
    }

    public void remove() throws IOException {
        fs.delete(folder, true);
    }
}
