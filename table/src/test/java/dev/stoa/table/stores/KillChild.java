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
package dev.stoa.table.stores;

import dev.stoa.table.Once;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** The process that is killed: it changes a table until then. */
final class KillChild {
    static final String READY = "ready";
    static final String AGAIN = "again ";
    static final String GO = "go ";
    static final String ALONE = "alone";

    private KillChild() {}

    /** Words: the table's folder, a file of Hadoop's settings or {@code -} for a local folder, the client's number, a seed. */
    public static void main(String[] words) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        int client = Integer.parseInt(words[2]);
        Random random = new Random(Long.parseLong(words[3]));
        KillClient doing = new KillClient(folder(words[0], words[1]), line -> tell(out, line));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        tell(out, READY);
        String line = in.readLine();
        while (line != null && line.startsWith(AGAIN)) {
            String[] parts = line.substring(AGAIN.length()).split(":", -1);
            Optional<Once> begun = parts.length == 1
                    ? Optional.empty()
                    : Optional.of(new Once(UUID.fromString(parts[1]), Long.parseLong(parts[2])));
            doing.run(KillOperation.parse(parts[0]), begun, false);
            line = in.readLine();
        }
        if (line == null) {
            return; // nobody is there any more
        }
        haltWithParent(in);
        boolean isAlone = line.equals(GO + ALONE);
        for (int number = 0; ; number++) {
            doing.run(KillOperation.random(random, client, number), Optional.empty(), isAlone);
        }
    }

    private static Folder folder(String path, String settings) throws IOException {
        if (settings.equals("-")) {
            return new LocalFolder(Path.of(path));
        }
        Configuration conf = new Configuration();
        conf.addResource(new org.apache.hadoop.fs.Path(Path.of(settings).toUri()));
        org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(path);
        return HadoopFolder.of(FileSystem.newInstance(root.toUri(), conf), root);
    }

    private static void tell(PrintStream out, String line) {
        out.println(line);
        out.flush();
    }

    /** A child whose parent has died would work for ever. */
    private static void haltWithParent(BufferedReader in) {
        Thread watch = new Thread(() -> {
            try {
                while (in.readLine() != null) {
                    // nothing more is said
                }
            } catch (IOException e) {
                // the same
            }
            Runtime.getRuntime().halt(1);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
