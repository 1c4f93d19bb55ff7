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

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClientFaultInjector;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS in this process, started when it is needed, with one file. */
final class LoopbackHdfs {

    static final Path FILE = new Path("/data");
    static final long LENGTH = 256L * Ranges.MIB;

    private static FileSystem started;

    private LoopbackHdfs() {}

    static synchronized FileSystem fileSystem() throws IOException {
        if (started == null) {
            Configuration conf = new Configuration();
            conf.set("hdfs.minidfs.basedir", Scratch.folder().toString());
            MiniDFSCluster cluster =
                    new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
            cluster.waitActive();
            FileSystem fs = cluster.getFileSystem();
            Scratch.write(fs, FILE, LENGTH);
            started = fs;
        }
        return started;
    }

    /** Lets every positional read wait before it goes to a datanode, at the place where HDFS's own tests do so. */
    static void delay(int millis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        DFSClientFaultInjector.set(new DFSClientFaultInjector() {
            @Override
            public void startFetchFromDatanode() {
                long due = System.nanoTime() + nanos;
                for (long left = nanos; left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
        });
    }
}
