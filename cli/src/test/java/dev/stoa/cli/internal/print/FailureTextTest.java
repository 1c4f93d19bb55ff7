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
package dev.stoa.cli.internal.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Failures of Hadoop, made by Hadoop itself, say what to do. */
class FailureTextTest {
    @Test
    void aServerThatRefusesIsNamed() {
        IOException failure =
                NetUtils.wrapException("namenode", 8020, "here", 0, new ConnectException("Connection refused"));
        assertEquals(
                "no server answers at namenode:8020: look whether it runs, and whether host and port of the path, or of"
                        + " core-site.xml, are right",
                FailureText.oneLine(failure));
    }

    @Test
    void aPathWithoutNamenodeSaysWhatToName() {
        IOException failure =
                assertThrows(IOException.class, () -> new Path("hdfs:///lake").getFileSystem(new Configuration(false)));
        String line = FailureText.oneLine(failure);
        assertTrue(line.contains("hdfs:///lake: name the namenode, as hdfs://HOST:PORT/..."), line);
    }

    @Test
    void aLimitOfOpenFilesSaysWhatToRaise() {
        String line = FailureText.oneLine(new java.io.FileNotFoundException("/lake/a.stoa (Too many open files)"));
        assertTrue(line.contains("/lake/a.stoa") && line.contains("'ulimit -n 4096'"), line);
    }

    /** S3A's streams log missing objects as errors, with their traces. Tables look for objects that may be missing. */
    @Test
    void streamsOfS3LogNoMissingObjects() {
        assertFalse(LoggerFactory.getLogger("software.amazon.s3.analyticsaccelerator.telemetry")
                .isErrorEnabled());
        assertTrue(LoggerFactory.getLogger("software.amazon").isErrorEnabled());
    }
}
