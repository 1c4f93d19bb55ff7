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
package dev.stoa.table;

import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On S3A; the server lives on. */
class S3KillTest extends KillContract {
    private static final String TABLE = S3Server.BUCKET + "lake/t";

    @TempDir
    static Path base;

    private static S3Server server;
    private static FileSystem fs;

    @BeforeAll
    static void start() throws Exception {
        server = new S3Server();
        Configuration conf = server.configuration();
        fs = FileSystem.newInstance(S3Server.BUCKET, conf);
        try (OutputStream out = Files.newOutputStream(base.resolve("s3.xml"))) {
            conf.writeXml(out);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        fs.close();
        server.close();
    }

    @Override
    Folder folder() {
        return HadoopFolder.of(fs, new org.apache.hadoop.fs.Path(TABLE));
    }

    @Override
    int kills() {
        return 4;
    }

    @Override
    List<String> place() {
        return List.of(TABLE, base.resolve("s3.xml").toString());
    }
}
