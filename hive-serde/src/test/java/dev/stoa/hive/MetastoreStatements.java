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
package dev.stoa.hive;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaStore;
import org.apache.hadoop.hive.metastore.security.HadoopThriftAuthBridge;

/**
 * Serves the metastore of {@link HiveSession} by Thrift on loopback, and runs statements as {@link HiveStatements} does. The line
 * behind {@link #ADDRESS} says where it listens.
 */
public final class MetastoreStatements {
    /** Before the address. */
    static final String ADDRESS = "metastore:";

    private static final int PAUSE_MILLIS = 50;
    private static final int FIRST_PORT = 20_000;
    private static final int END_OF_PORTS = 32_000;

    private MetastoreStatements() {}

    /** Serves, and runs the statements until the input ends. */
    public static void main(String[] args) throws Exception {
        HiveConf conf = new HiveConf(HiveSession.shared().conf());
        int port = freePort();
        Thread server = new Thread(() -> serve(port, conf), "metastore");
        server.setDaemon(true);
        server.start();
        while (!answers(port)) {
            if (!server.isAlive()) {
                System.exit(1);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        System.out.println(ADDRESS + "thrift://127.0.0.1:" + port);
        HiveStatements.main(args);
    }

    /** A port that nobody listens on, below those that Linux gives to sockets that ask for any. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // somebody listens
            }
        }
    }

    private static void serve(int port, HiveConf conf) {
        try {
            HiveMetaStore.startMetaStore(port, HadoopThriftAuthBridge.getBridge(), conf);
        } catch (Throwable e) { // as Hive declares it
            throw new IllegalStateException("the metastore does not serve", e);
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
