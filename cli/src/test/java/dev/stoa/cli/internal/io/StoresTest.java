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
package dev.stoa.cli.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.arguments.CommandException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;

/** The local disk is opened without Hadoop's look-up, unless a setting names another class for it. */
final class StoresTest {
    @Test
    void localPathsAreOpenedDirectly() throws IOException {
        Configuration conf = new Configuration();
        assertSame(LocalFileSystem.class, Stores.of(new Path("/tmp"), conf).getClass());
        assertSame(
                LocalFileSystem.class, Stores.of(new Path("file:///tmp"), conf).getClass());
        assertEquals("file:///", Stores.of(new Path("/tmp"), conf).getUri().toString());
    }

    /** Hadoop's file system of a web server says of each name that it exists and has -1 bytes. */
    @Test
    void webServersAreRefused() {
        for (String path : List.of("http://localhost/a.csv", "https://localhost/a.csv")) {
            CommandException e =
                    assertThrows(CommandException.class, () -> Stores.of(new Path(path), new Configuration()));
            assertTrue(e.getMessage().startsWith(path + ": a web server has neither"), e::getMessage);
        }
    }

    @Test
    void settingsOfHadoopCount() throws IOException {
        Configuration conf = new Configuration();
        conf.set("fs.file.impl", RawLocalFileSystem.class.getName());
        conf.setBoolean("fs.file.impl.disable.cache", true);
        assertSame(RawLocalFileSystem.class, Stores.of(new Path("/tmp"), conf).getClass());
        conf.set("fs.defaultFS", "viewfs://none/");
        conf.set("fs.viewfs.impl", RawLocalFileSystem.class.getName());
        conf.setBoolean("fs.viewfs.impl.disable.cache", true);
        assertSame(RawLocalFileSystem.class, Stores.of(new Path("/tmp"), conf).getClass());
    }
}
