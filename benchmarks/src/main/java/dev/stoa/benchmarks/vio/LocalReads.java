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
package dev.stoa.benchmarks.vio;

import dev.stoa.vio.Range;
import dev.stoa.vio.StoreProfile;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The published experiment: 100 ranges of 64 KiB of a local file in the page cache. */
@State(Scope.Benchmark)
public class LocalReads {

    private static final int LENGTH = 100 * Ranges.MIB;

    /** With or without Hadoop's checksum files. */
    @Param({"raw", "checksum"})
    public String files;

    /** The kind of buffers that take the bytes. */
    @Param({"direct", "array"})
    public String buffers;

    private Reads reads;

    /** Writes the file. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        LocalFileSystem local = FileSystem.getLocal(new Configuration());
        FileSystem fs = files.equals("raw") ? local.getRaw() : local;
        Path path = new Path(Scratch.folder().resolve("data").toUri());
        Scratch.write(fs, path, LENGTH);
        List<Range> ranges = Ranges.published();
        reads = new Reads(fs, fs.getFileStatus(path), StoreProfile.local(), ranges, new Memory(buffers));
        Reads.checkAlike(reads::asyncChannel, reads::seekAndRead, reads::readVectored, reads::stoa);
    }

    /** This library. */
    @Benchmark
    public void stoa(Blackhole hole) throws Exception {
        reads.stoa(hole::consume);
    }

    /** Hadoop's own. */
    @Benchmark
    public void readVectored(Blackhole hole) throws Exception {
        reads.readVectored(hole::consume);
    }

    /** One after the other. */
    @Benchmark
    public void seekAndRead(Blackhole hole) throws Exception {
        reads.seekAndRead(hole::consume);
    }

    /** Java's own; never checks. */
    @Benchmark
    public void asyncChannel(Blackhole hole) throws Exception {
        reads.asyncChannel(hole::consume);
    }
}
