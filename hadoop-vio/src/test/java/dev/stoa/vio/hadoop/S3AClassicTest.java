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
package dev.stoa.vio.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.UnsafeStoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
@Tag("once")
class S3AClassicTest extends S3AContract {

    private static final int MIB = 1 << 20;

    S3AClassicTest() {
        super("classic", true);
    }

    private long requests(String counter) {
        IOStatistics statistics = IOStatisticsSupport.retrieveIOStatistics(fs());
        return statistics.counters().getOrDefault(counter, 0L);
    }

    private long gets() {
        return requests("action_http_get_request");
    }

    private long heads() {
        return requests("action_http_head_request");
    }

    @Test
    void requestsAreThosePlanned() throws IOException {
        Path path = path("f");
        byte[] bytes = write(path, Seeds.bytes(new Random(4), 6 * MIB));
        StoreProfile store = StoreProfile.s3();
        StoreProfile profile = store.withCosts(Seeds.costsOfGap(0).withRequestMicros(MIB / 2))
                .withLimits(store.limits().withSmallestPart(2 * MIB).withLargestRequest(2 * MIB));
        long gets = gets();
        long heads = heads();
        try (RangeSource source =
                HadoopRangeSource.open(fs(), path, OptionalLong.of(bytes.length), profile, BufferAllocator.pooled())) {
            List<Range> asked =
                    List.of(new Range(0, 1000), new Range(300_000, 1000), new Range(2 * MIB, 3 * MIB), new Range(6, 0));
            try (RangeBuffers got = source.read(asked)) {
                assertBytes(bytes, asked, got);
            }
            assertEquals(3, source.stats().requestsIssued(), "two merged, one split");
            assertEquals(301_000 + 3 * MIB, source.stats().bytesRead());
        }
        // a stream adds its counts to the file system's when it is closed
        assertEquals(3, gets() - gets);
        assertEquals(0, heads() - heads, "the length is known: nothing to look up");
    }

    @Test
    void severalStreamsReadOneObjectWithoutLookingAtIt() throws IOException {
        Path path = path("f");
        byte[] bytes = write(path, Seeds.bytes(new Random(6), 6 * MIB));
        FileStatus status = fs().listStatus(path.getParent())[0]; // has the etag, as every listing
        StoreProfile profile = StoreProfile.s3()
                .withCosts(Seeds.costsOfGap(0))
                .withLimits(StoreProfile.s3().limits().withRequestsInFlight(13));
        List<Range> asked = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            asked.add(new Range(i * 100_000L, 5000));
        }
        long gets = gets();
        long heads = heads();
        try (RangeSource source = HadoopRangeSource.open(fs(), status, profile, BufferAllocator.pooled());
                RangeBuffers got = source.read(asked)) {
            assertBytes(bytes, asked, got);
        }
        assertEquals(40, gets() - gets);
        assertEquals(0, heads() - heads, "the status is known: nothing to look up");
        try (RangeSource source = HadoopRangeSource.open(fs(), status, profile, BufferAllocator.pooled())) {
            source.read(asked.subList(0, 1)).close();
            try (FSDataOutputStream out = fs().create(path, true)) {
                out.write(new byte[6 * MIB]);
            }
            assertThrows(IOException.class, () -> source.read(asked).close(), "it is another object now");
        }
    }

    @Test
    void aBrokenOffUploadPublishesNothing() throws IOException {
        Path path = path("f");
        long aborts = requests("object_multipart_aborted");
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT)) {
            sink.write(new byte[11 * MIB]); // two parts have gone out already
            assertEquals(1, server.unfinishedUploads());
        }
        assertFalse(fs().exists(path));
        assertEquals(0, server.unfinishedUploads());
        assertTrue(requests("object_multipart_aborted") > aborts);
        byte[] bytes = write(path, Seeds.bytes(new Random(5), 11 * MIB));
        assertArrayEquals(bytes, content(path));
        assertEquals(0, requests("object_copy_requests"), "S3 has no rename: none may be tried");
    }

    /** With these buffers, the test above found bytes of the broken-off upload in the file that it wrote next. */
    @Test
    void buffersThatUploadsShareAreRefused() throws Exception {
        Configuration conf = server.configuration("classic");
        conf.set("fs.s3a.bucket.bkt.fast.upload.buffer", "bytebuffer");
        Path path = path("f");
        try (FileSystem shared = FileSystem.newInstance(path.toUri(), conf)) {
            UnsafeStoreException e = assertThrows(
                    UnsafeStoreException.class, () -> HadoopFileSink.create(shared, path, SinkOptions.DEFAULT));
            assertTrue(e.getMessage().startsWith(path + ": fs.s3a.fast.upload.buffer=bytebuffer "), e.getMessage());
        }
        assertFalse(fs().exists(path));
    }
}
