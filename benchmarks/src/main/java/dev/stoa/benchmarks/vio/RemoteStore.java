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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;

/**
 * A store that a {@link StoreServer} runs, as its clients know it.
 *
 * @param address an HDFS ({@code hdfs://...}) or an S3 endpoint ({@code http://...})
 * @param countsPort a port of this machine; each connection to it gets the store's counts so far
 */
public record RemoteStore(String address, int countsPort) {

    /** Reads {@link #toString}. */
    public static RemoteStore of(String text) {
        int bar = text.indexOf('|');
        return new RemoteStore(text.substring(0, bar), Integer.parseInt(text.substring(bar + 1)));
    }

    @Override
    public String toString() {
        return address + "|" + countsPort;
    }

    /** The settings of Hadoop for reads from it. */
    public Configuration configuration() {
        return isHdfs() ? new Configuration() : S3Settings.of(address);
    }

    /** Where its files are, for Hadoop; ends with a slash. */
    public String root() {
        return isHdfs() ? address + "/" : S3Settings.ROOT;
    }

    private boolean isHdfs() {
        return address.startsWith("hdfs:");
    }

    /** Returns the store's counts so far. */
    public StoreCounts counts() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), countsPort);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            return StoreCounts.ofLine(in.readLine());
        }
    }
}
