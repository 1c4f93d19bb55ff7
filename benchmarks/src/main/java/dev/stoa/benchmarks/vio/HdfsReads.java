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

import dev.stoa.vio.StoreProfile;
import org.apache.hadoop.fs.FileSystem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** 33 ranges of 1 MiB from an HDFS in this process, as it is and with a delay before each read of a datanode. */
@State(Scope.Benchmark)
public class HdfsReads {

    /** Before each positional read. */
    @Param({"0", "5"})
    public int delayMillis;

    /** The kind of buffers that take the bytes. */
    @Param({"direct", "array"})
    public String buffers;

    private Reads reads;

    /** Sees to the cluster. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        FileSystem fs = LoopbackHdfs.fileSystem();
        LoopbackHdfs.delay(0);
        long length = LoopbackHdfs.LENGTH;
        reads = new Reads(
                fs,
                fs.getFileStatus(LoopbackHdfs.FILE),
                StoreProfile.hdfs(),
                Ranges.equal(length),
                new Memory(buffers));
        Reads.checkAlike(reads::seekAndRead, reads::readVectored, reads::stoa);
        LoopbackHdfs.delay(delayMillis);
    }

    /** This library. */
    @Benchmark
    public void stoa(Blackhole hole) throws Exception {
        reads.stoa(hole::consume);
    }

    /** Hadoop's serial default. */
    @Benchmark
    public void readVectored(Blackhole hole) throws Exception {
        reads.readVectored(hole::consume);
    }

    /** One after the other; these are no positional reads and not delayed. */
    @Benchmark
    public void seekAndRead(Blackhole hole) throws Exception {
        reads.seekAndRead(hole::consume);
    }
}
