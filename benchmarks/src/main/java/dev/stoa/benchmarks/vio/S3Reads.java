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
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.fs.FileSystem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** 33 ranges of a file of 256 MiB on an S3 server that seems far away. */
@State(Scope.Benchmark)
public class S3Reads {

    /** Which ranges: of a MiB each, or columns of different lengths. */
    @Param({"equal", "columns"})
    public String layout;

    /** Most requests of a file at once: the default of each, or one for both that lets all ranges run. */
    @Param({DEFAULT, "64"})
    public String atOnce;

    private static final String DEFAULT = "default";

    private FileSystem fs;
    private Reads reads;

    /** Sees to the server. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        LoopbackS3 s3 = LoopbackS3.start();
        s3.setSlow(false);
        StoreProfile profile = StoreProfile.s3();
        if (atOnce.equals(DEFAULT)) {
            fs = s3.fileSystem(OptionalInt.empty());
        } else {
            int requests = Integer.parseInt(atOnce);
            fs = s3.fileSystem(OptionalInt.of(requests));
            profile = profile.withLimits(profile.limits().withRequestsInFlight(requests));
        }
        long length = LoopbackS3.LENGTH;
        List<Range> ranges = layout.equals("equal") ? Ranges.equal(length) : Ranges.columns(length);
        reads = new Reads(fs, fs.getFileStatus(LoopbackS3.FILE), profile, ranges, new Memory("direct"));
        Reads.checkAlike(reads::seekAndRead, reads::readVectored, reads::stoa);
        s3.setSlow(true);
    }

    /** Closes the client. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        fs.close();
    }

    /** This library. */
    @Benchmark
    public void stoa(Blackhole hole) throws Exception {
        reads.stoa(hole::consume);
    }

    /** S3A's own. */
    @Benchmark
    public void readVectored(Blackhole hole) throws Exception {
        reads.readVectored(hole::consume);
    }

    /** One after the other. */
    @Benchmark
    public void seekAndRead(Blackhole hole) throws Exception {
        reads.seekAndRead(hole::consume);
    }
}
