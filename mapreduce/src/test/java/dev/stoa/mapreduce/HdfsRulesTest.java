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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.StoaFile;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What HDFS says of a folder holds for files in it, while they are written and after: owners, groups, zones, coding. */
@Tag("store")
class HdfsRulesTest {
    private static final UserGroupInformation ALICE =
            UserGroupInformation.createUserForTesting("alice", new String[] {"staff"});
    private static final UserGroupInformation BOB =
            UserGroupInformation.createUserForTesting("bob", new String[] {"staff"});

    @TempDir
    static java.nio.file.Path shared;

    private static Hdfs hdfs;

    @BeforeAll
    static void start() throws Exception {
        hdfs = new Hdfs(shared);
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    /** What is done with a file system. */
    private interface Work<T> {
        T on(FileSystem fs) throws Exception;
    }

    private static <T> T as(UserGroupInformation user, Work<T> work) throws Exception {
        Configuration conf = hdfs.cluster().getConfiguration(0);
        return user.doAs((PrivilegedExceptionAction<T>) () -> {
            try (FileSystem fs = FileSystem.newInstance(hdfs.cluster().getURI(), conf)) {
                return work.on(fs);
            }
        });
    }

    /** A folder of somebody's. */
    private static Path folder(String name, String owner, String group, int mode) throws IOException {
        Path path = new Path("/" + name);
        DistributedFileSystem fs = hdfs.fileSystem();
        fs.mkdirs(path);
        fs.setOwner(path, owner, group);
        fs.setPermission(path, new FsPermission((short) mode));
        return path;
    }

    /** Writes a file, and looks at what is in its folder before it is committed. */
    private static <T> T write(FileSystem fs, Path path, Work<T> inspect) throws Exception {
        try (StoaWriter writer = StoaWriter.create(
                HadoopFileSink.create(fs, path, SinkOptions.DEFAULT), Lines.SCHEMA, WriterOptions.DEFAULT)) {
            for (long id = 0; id < 10_000; id++) {
                writer.rows().append(Lines.row(id));
            }
            T found = inspect.on(fs);
            writer.finish();
            return found;
        }
    }

    private static FileStatus hidden(FileSystem fs, Path folder) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        for (FileStatus file : fs.listStatus(folder)) {
            if (file.getPath().getName().startsWith(".")) {
                found.add(file);
            }
        }
        assertEquals(1, found.size(), "files that are not visible yet");
        return found.get(0);
    }

    @Test
    void whatAnotherUserMayNotReadIsRefusedByName() throws Exception {
        Path folder = folder("of-alice", "alice", "staff", 0755);
        Path file = new Path(folder, "private.stoa");
        as(ALICE, fs -> {
            write(fs, file, open -> open);
            fs.setPermission(file, new FsPermission((short) 0700));
            return fs;
        });
        assertRefused(
                file,
                fs -> StoaFile.open(HadoopRangeSource.open(fs, fs.getFileStatus(file)))
                        .schema());
        assertRefused(file, fs -> Table.open(HadoopFolder.of(fs, folder), TableSettings.DEFAULT));
        assertRefused(file, fs -> {
            Job job = Lines.count(fs.getConf(), new Path(hdfs.cluster().getURI() + folder.toString()));
            return new StoaInputFormat().getSplits(job);
        });
        long rows = as(
                ALICE,
                fs -> Table.open(HadoopFolder.of(fs, folder), TableSettings.DEFAULT)
                        .snapshot()
                        .rowCount());
        assertEquals(10_000, rows);
        // nor may he write there
        IOException e =
                assertThrows(IOException.class, () -> as(BOB, fs -> write(fs, new Path(folder, "b"), open -> open)));
        assertTrue(e.getMessage().contains("Permission denied: user=bob"), e.getMessage());
        assertEquals(1, hdfs.fileSystem().listStatus(folder).length);
    }

    private static void assertRefused(Path file, Work<Object> work) {
        IOException e = assertThrows(IOException.class, () -> as(BOB, work));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        assertTrue(e.getMessage().contains("Permission denied: user=bob"), e.getMessage());
    }

    @Test
    void aFolderThatMayNotBeEnteredIsNamed() throws Exception {
        Path folder = folder("closed", "alice", "staff", 0700);
        Path file = new Path(folder, "f.stoa");
        as(ALICE, fs -> write(fs, file, open -> open));
        assertRefused(folder, fs -> Table.open(HadoopFolder.of(fs, folder), TableSettings.DEFAULT));
        assertRefused(
                folder,
                fs -> StoaFile.open(HadoopRangeSource.open(fs, file, OptionalLong.empty()))
                        .schema());
    }

    @Test
    void groupAndAclsAreThoseOfTheFolder() throws Exception {
        Path folder = folder("shared", "alice", "etl", 0775);
        hdfs.fileSystem()
                .modifyAclEntries(
                        folder, AclEntry.parseAclSpec("default:group:analysts:rw-,default:user:bob:r--", true));
        Path file = new Path(folder, "f.stoa");
        FileStatus before = as(ALICE, fs -> write(fs, file, open -> hidden(open, folder)));
        FileStatus after = hdfs.fileSystem().getFileStatus(file);
        for (FileStatus status : List.of(before, after)) {
            assertEquals("alice", status.getOwner());
            assertEquals("etl", status.getGroup());
            // of a file with ACLs that is their mask: the umask of 022 would take the right to write away
            assertEquals(FsAction.READ_WRITE, status.getPermission().getGroupAction(), status.toString());
        }
        assertTrue(
                hdfs.fileSystem().getAclStatus(file).getEntries().stream()
                        .anyMatch(entry -> "analysts".equals(entry.getName())),
                "the folder's ACLs");
        Path plain = folder("plain-of-alice", "alice", "etl", 0755);
        FileStatus usual = as(ALICE, fs -> {
            write(fs, new Path(plain, "f"), open -> open);
            return fs.getFileStatus(new Path(plain, "f"));
        });
        assertEquals(0644, usual.getPermission().toShort(), "without ACLs the umask counts");
    }

    @Test
    void aFileIsInItsZoneFromTheFirstByteOn() throws Exception {
        DistributedFileSystem fs = hdfs.fileSystem();
        Path file = new Path(Hdfs.SECRET, "f.stoa");
        FileStatus before = write(fs, file, open -> hidden(open, Hdfs.SECRET));
        assertTrue(before.isEncrypted(), before.toString());
        assertTrue(fs.getFileStatus(file).isEncrypted());
        assertEquals(
                Hdfs.SECRET.toString(),
                hdfs.admin().getEncryptionZoneForPath(file).getPath());
        byte[] clear = start(fs, file);
        byte[] stored = start(fs, new Path("/.reserved/raw" + file));
        assertFalse(Arrays.equals(clear, stored), "what is stored can be read");
        Path other = new Path("/in-clear.stoa");
        write(fs, other, open -> open);
        assertArrayEquals(start(fs, other), start(fs, new Path("/.reserved/raw" + other)));
        assertEquals(10_000, rows(fs, file));
    }

    private static byte[] start(FileSystem fs, Path path) throws IOException {
        try (FSDataInputStream in = fs.open(path)) {
            return in.readNBytes(8);
        }
    }

    private static long rows(FileSystem fs, Path file) throws IOException {
        try (StoaFile opened = StoaFile.open(HadoopRangeSource.open(fs, fs.getFileStatus(file)))) {
            return opened.rowCount();
        }
    }

    @Test
    void anErasureCodedFileIsReadWithoutOneOfItsNodes() throws Exception {
        DistributedFileSystem fs = hdfs.fileSystem();
        Path folder = hdfs.path(Hdfs.CODED, "job");
        Configuration conf = Lines.local(shared.resolve("job"));
        FileStatus before = write(fs, new Path(Hdfs.CODED, "f.stoa"), open -> hidden(open, Hdfs.CODED));
        assertTrue(before.isErasureCoded(), before.toString());
        Lines.run(Lines.write(conf, folder));
        for (FileStatus file : Lines.files(conf, folder)) {
            assertEquals(Hdfs.POLICY, fs.getErasureCodingPolicy(file.getPath()).getName());
        }
        MiniDFSCluster.DataNodeProperties stopped = hdfs.cluster().stopDataNode(0);
        try {
            Lines.check(conf, Lines.files(conf, folder));
        } finally {
            assertTrue(hdfs.cluster().restartDataNode(stopped, false));
            hdfs.cluster().waitActive();
        }
    }
}
