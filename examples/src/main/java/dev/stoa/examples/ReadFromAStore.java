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
package dev.stoa.examples;

import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.LocalDate;

/**
 * Embeds the reader over a store of the program's own: a web server that answers range requests. The reader pushes the filter down
 * to MinMax and plans all ranges of a step at once, so the program waits for the server only a few times.
 */
public final class ReadFromAStore {

    private ReadFromAStore() {}

    /**
     * Runs the example.
     *
     * @param args the address of a file that {@link WriteAndRead} wrote
     */
    public static void main(String[] args) throws IOException {
        read(URI.create(args[0]), LocalDate.of(2024, 5, 1), System.out);
    }

    static void read(URI file, LocalDate day, PrintStream out) throws IOException {
        WebReader reader = new WebReader(file);
        RangeSource source =
                RangeSources.of(file.toString(), reader.length(), StoreProfile.s3(), BufferAllocator.pooled(), reader);
        long orders = 0;
        try (StoaFile stoa = StoaFile.open(source);
                Scan scan = stoa.scan()
                        .select("total")
                        .filter(Filter.equal("day", day))
                        .build()) {
            while (scan.next()) {
                orders += scan.batch().selectedCount();
            }
        }
        out.println(day + ": " + orders + " orders");
        out.println("round trips to the server: " + source.stats().roundTrips());
    }

    /** Reads ranges of a file from a web server. Planning, parallel requests and retries are the source's. */
    private static final class WebReader implements PositionalReader {
        private final HttpClient client = HttpClient.newHttpClient();
        private final URI file;

        WebReader(URI file) {
            this.file = file;
        }

        long length() throws IOException {
            HttpRequest head = HttpRequest.newBuilder(file)
                    .method("HEAD", HttpRequest.BodyPublishers.noBody())
                    .build();
            return send(head, HttpResponse.BodyHandlers.discarding(), 200)
                    .headers()
                    .firstValueAsLong("Content-Length")
                    .orElseThrow(() -> new IOException(file + ": the server does not tell the length"));
        }

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            HttpRequest get = HttpRequest.newBuilder(file)
                    .header("Range", "bytes=" + position + "-" + (position + target.remaining() - 1))
                    .build();
            byte[] bytes;
            try (InputStream body =
                    send(get, HttpResponse.BodyHandlers.ofInputStream(), 206).body()) {
                bytes = body.readNBytes(target.remaining());
            }
            target.put(bytes);
            return bytes.length == 0 ? -1 : bytes.length;
        }

        private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler, int expected)
                throws IOException {
            try {
                HttpResponse<T> response = client.send(request, handler);
                if (response.statusCode() != expected) {
                    throw new IOException(file + ": the server answers " + response.statusCode());
                }
                return response;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException(file + ": interrupted").initCause(e);
            }
        }

        @Override
        public void close() {
            // the client has no resources of its own to close before JDK 21
        }
    }
}
