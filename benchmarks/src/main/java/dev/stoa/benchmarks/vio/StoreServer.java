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
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/**
 * A process that serves some files from an HDFS or from an S3 that seems far away, so that what a client takes is its own.
 * It runs until its input ends.
 */
public final class StoreServer implements Closeable {
    private static final String READY = "ready ";
    private static final int MIB = 1 << 20;

    private static final int WARMING_CLIENTS = 4;
    private static final int WARMING_READS = 4;
    private static final int WARMING_BYTES = 64 << 10;

    private final Process process;
    private final RemoteStore store;

    private StoreServer(Process process, RemoteStore store) {
        this.process = process;
        this.store = store;
    }

    /**
     * Starts a server and waits until it has the files, under their names.
     *
     * @param java the command of a JVM up to its class path
     * @param kind {@code hdfs}, {@code s3} that seems far away, or {@code s3-near}
     */
    public static StoreServer start(List<String> java, String kind, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.add(StoreServer.class.getName());
        command.add(kind);
        files.forEach(file -> command.add(file.toAbsolutePath().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> said = new ArrayList<>();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(READY)) {
                Thread drain = new Thread(() -> out.lines().forEach(ignored -> {}), "output of " + kind);
                drain.setDaemon(true);
                drain.start();
                return new StoreServer(process, RemoteStore.of(line.substring(READY.length())));
            }
            said.add(line);
        }
        process.destroyForcibly();
        throw new IOException("the server of " + kind + " did not start:\n" + String.join("\n", said));
    }

    /**
     * Lets clients read the files for some time, so that the first measured client does not meet a cold server.
     *
     * @throws IOException if a read fails
     */
    public void warmUp(List<Path> files, long millis) throws IOException {
        long end = System.nanoTime() + millis * 1_000_000;
        ExecutorService clients = Executors.newFixedThreadPool(WARMING_CLIENTS);
        try (FileSystem fs = FileSystem.newInstance(URI.create(store.root()), store.configuration())) {
            List<Future<?>> reads = new ArrayList<>();
            for (int client = 0; client < WARMING_CLIENTS; client++) {
                Path file = files.get(client % files.size());
                reads.add(clients.submit(() -> {
                    while (System.nanoTime() < end) {
                        readSome(fs, file);
                    }
                    return null;
                }));
            }
            for (Future<?> read : reads) {
                read.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("warming the server up at " + store + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } finally {
            clients.shutdownNow();
        }
    }

    /** Does the work of a client: opens a file, reads its end and a few pieces of it. */
    private void readSome(FileSystem fs, Path file) throws IOException {
        long length = Files.size(file);
        try (FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path(store.root() + file.getFileName()))) {
            byte[] piece = new byte[(int) Math.min(length, WARMING_BYTES)];
            for (int i = 0; i < WARMING_READS; i++) {
                in.readFully((length - piece.length) / (i + 1), piece);
            }
        }
    }

    /** The address and the counts for clients. */
    public RemoteStore store() {
        return store;
    }

    /** Ends the server. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    /** The server. */
    public static void main(String[] words) throws Exception {
        List<Path> files =
                List.of(words).subList(1, words.length).stream().map(Path::of).toList();
        String address;
        Supplier<StoreCounts> counts;
        if (words[0].equals("hdfs")) {
            MiniDFSCluster cluster = hdfs(files);
            address = cluster.getURI().toString();
            DataNodeMetrics metrics = cluster.getDataNodes().get(0).getMetrics();
            MutableCounterLong bytes = counter(metrics, "bytesRead");
            MutableCounterLong blocks = counter(metrics, "blocksRead");
            counts = () -> new StoreCounts(bytes.value(), blocks.value(), blocks.value());
        } else {
            LoopbackS3 s3 = s3(files, words[0].equals("s3"));
            address = s3.endpoint();
            counts = s3::counts;
        }
        ServerSocket listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(() -> answer(listener, counts), "counts");
        answering.setDaemon(true);
        answering.start();
        System.out.println(READY + new RemoteStore(address, listener.getLocalPort()));
        while (System.in.read() >= 0) {
            // nothing is ever said
        }
        System.exit(0);
    }

    private static MiniDFSCluster hdfs(List<Path> files) throws IOException {
        Configuration conf = new Configuration();
        conf.set("hdfs.minidfs.basedir", Scratch.folder().toString());
        MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        cluster.waitActive();
        FileSystem fs = cluster.getFileSystem();
        for (Path file : files) {
            // each file in one block
            long block = (Files.size(file) / MIB + 1) * MIB;
            var path = new org.apache.hadoop.fs.Path("/" + file.getFileName());
            try (var out = fs.create(path, true, MIB, (short) 1, block)) {
                Files.copy(file, out);
            }
        }
        return cluster;
    }

    /** A datanode's counter; its registered values are some seconds old. */
    private static MutableCounterLong counter(DataNodeMetrics metrics, String name)
            throws ReflectiveOperationException {
        var field = DataNodeMetrics.class.getDeclaredField(name);
        field.setAccessible(true);
        return (MutableCounterLong) field.get(metrics);
    }

    private static LoopbackS3 s3(List<Path> files, boolean slow) throws Exception {
        LoopbackS3 s3 = LoopbackS3.of(Scratch.folder());
        try (FileSystem fs = s3.fileSystem(OptionalInt.empty())) {
            for (Path file : files) {
                var path = new org.apache.hadoop.fs.Path("/" + file.getFileName());
                try (var out = fs.create(path)) {
                    Files.copy(file, out);
                }
            }
        }
        s3.setSlow(slow);
        return s3;
    }

    private static void answer(ServerSocket listener, Supplier<StoreCounts> counts) {
        try {
            while (true) {
                try (Socket socket = listener.accept()) {
                    socket.getOutputStream().write((counts.get().toLine() + "\n").getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // the process ends
        }
    }
}
