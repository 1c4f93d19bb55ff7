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
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes connections on to a server, so that it seems far away: each answer's first byte comes late, and the bytes per second
 * of a connection are limited. All bytes that come back after a request are its answer, as in HTTP. The proxy counts round
 * trips: a round trip is a request sent while none waits for its answer. Runs until the process ends.
 */
final class SlowProxy {

    private static final int CHUNK = 32 << 10;

    private final int serverPort;
    private final long delayNanos;
    private final long bytesPerSecond;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "slow-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean slow;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong roundTrips = new AtomicLong();
    /** Requests whose answer has not begun. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Listens on a port of loopback; at full speed at first. */
    SlowProxy(int serverPort, int delayMillis, long bytesPerSecond) throws IOException {
        this.serverPort = serverPort;
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        this.bytesPerSecond = bytesPerSecond;
        this.listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    void setSlow(boolean slow) {
        this.slow = slow;
    }

    /** The counts of answers so far, their heads included. */
    StoreCounts counts() {
        return new StoreCounts(bytes.get(), requests.get(), roundTrips.get());
    }

    private void accept() {
        try {
            while (true) {
                Connection connection = new Connection(noDelay(listener.accept()));
                threads.execute(connection::send);
                threads.execute(connection::answer);
            }
        } catch (IOException e) {
            // the server is gone
        }
    }

    private Socket noDelay(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        return socket;
    }

    private final class Connection {

        private final Socket client;
        private final Socket server;
        /** Whether something was sent that has no answer yet. */
        private final AtomicBoolean asked = new AtomicBoolean();

        Connection(Socket client) throws IOException {
            this.client = client;
            this.server = noDelay(new Socket(InetAddress.getLoopbackAddress(), serverPort));
        }

        void send() {
            pass(client, server, true);
        }

        void answer() {
            pass(server, client, false);
        }

        private void pass(Socket from, Socket to, boolean sending) {
            byte[] bytes = new byte[CHUNK];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                long due = System.nanoTime();
                for (int got = in.read(bytes); got >= 0; got = in.read(bytes)) {
                    if (sending) {
                        ask();
                    } else {
                        boolean isFirst = asked.get();
                        if (slow) {
                            long now = System.nanoTime();
                            due = isFirst ? now + delayNanos : due;
                            waitUntil(due);
                            due = Math.max(due, now) + got * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
                        }
                        answered();
                        SlowProxy.this.bytes.addAndGet(got);
                    }
                    out.write(bytes, 0, got);
                }
            } catch (IOException e) {
                // one end is gone: so is the other
            } finally {
                closeBoth();
            }
        }

        private void ask() {
            if (asked.compareAndSet(false, true)) {
                requests.incrementAndGet();
                if (waiting.getAndIncrement() == 0) {
                    roundTrips.incrementAndGet();
                }
            }
        }

        private void answered() {
            if (asked.compareAndSet(true, false)) {
                waiting.decrementAndGet();
            }
        }

        private void waitUntil(long due) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }

        private void closeBoth() {
            answered();
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // it is of no use any more
                }
            }
        }
    }
}
