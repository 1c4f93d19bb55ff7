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
package dev.stoa.vio;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.ProviderMismatchException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/**
 * A local disk that tells what is done to it, and fails where it shall: hand {@link #path} to what is tested. Steps are
 * words such as {@code "sync f"} and {@code "link f"}; a hidden file's name is {@code "hidden"}. As the default provider of a
 * process ({@code java.nio.file.spi.DefaultFileSystemProvider}) it is met by all that does not use {@code java.io}.
 */
public final class FaultyDisk extends FileSystemProvider {

    static final String MESSAGE = "Input/output error";

    private static final Set<String> TAKES_NO_ROOM = Set.of("delete", "sync", "compare");

    private final FileSystemProvider disk;
    private final FileSystem files;
    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
    private Optional<String> failing = Optional.empty();
    private boolean failsAfterwards;
    private String failingVerb = "";
    private boolean failsOn;
    private String message = MESSAGE;
    private Runnable before = () -> {};
    private String beforeStep = "";
    private int mostBytes = Integer.MAX_VALUE;

    /** Makes the default provider of a process; Java calls it. */
    public FaultyDisk(FileSystemProvider provider) {
        this.disk = provider;
        this.files = new Files(this, provider.getFileSystem(URI.create("file:///")));
    }

    FaultyDisk(Path folder) {
        this(folder.getFileSystem().provider());
    }

    /** Returns a path of the disk as one of this. */
    Path path(Path real) {
        return new FaultyPath(this, real);
    }

    /** Returns what was done so far. */
    public List<String> steps() {
        return steps;
    }

    /** Lets one step fail, each time; nothing is done. */
    public FaultyDisk failAt(String step) {
        failing = Optional.of(step);
        failsAfterwards = false;
        return this;
    }

    /** Lets one step fail though it is done, as where the answer of a file server is lost. */
    FaultyDisk failAfter(String step) {
        failing = Optional.of(step);
        failsAfterwards = true;
        return this;
    }

    /** Lets all steps of a kind fail. */
    void failAll(String verb) {
        failingVerb = verb;
    }

    /** Lets all steps fail from the first one of a kind on, but for those that need no room. */
    void failAllFrom(String verb) {
        failingVerb = verb;
        failsOn = true;
    }

    FaultyDisk saying(String words) {
        message = words;
        return this;
    }

    /** Does something right before a step. */
    void before(String step, Runnable action) {
        beforeStep = step;
        before = action;
    }

    /** Lets each write take so many bytes. */
    void writeAtMost(int bytes) {
        mostBytes = bytes;
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    private <T> T step(String verb, Path path, Step<T> step) throws IOException {
        String name = String.valueOf(path.getFileName());
        String told = verb + " " + (name.startsWith(".vio-") ? "hidden" : name);
        steps.add(told);
        if (told.equals(beforeStep)) {
            before.run();
        }
        if (verb.equals(failingVerb) && failsOn) {
            failingVerb = "all";
        }
        if (verb.equals(failingVerb) || failingVerb.equals("all") && !TAKES_NO_ROOM.contains(verb)) {
            throw new java.nio.file.FileSystemException(name, null, message);
        }
        boolean fails = failing.equals(Optional.of(told));
        if (fails && !failsAfterwards) {
            throw new java.nio.file.FileSystemException(name, null, message);
        }
        T done = step.run();
        if (fails) {
            throw new java.nio.file.FileSystemException(name, null, message);
        }
        return done;
    }

    private static Path real(Path path) {
        if (path instanceof FaultyPath faulty) {
            return faulty.real;
        }
        throw new ProviderMismatchException();
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Path real = real(path);
        String verb = options.contains(StandardOpenOption.WRITE) ? "create" : "open";
        return step(verb, real, () -> new Channel(this, real, disk.newFileChannel(real, options, attributes)));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return step("make", real(path), () -> disk.newByteChannel(real(path), options, attributes));
    }

    @Override
    public AsynchronousFileChannel newAsynchronousFileChannel(
            Path path, Set<? extends OpenOption> options, ExecutorService threads, FileAttribute<?>... attributes)
            throws IOException {
        return disk.newAsynchronousFileChannel(real(path), options, threads, attributes);
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        step("mkdir", real(folder), () -> {
            disk.createDirectory(real(folder), attributes);
            return null;
        });
    }

    @Override
    public void delete(Path path) throws IOException {
        step("delete", real(path), () -> {
            disk.delete(real(path));
            return null;
        });
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        step("move", real(target), () -> {
            disk.move(real(source), real(target), options);
            return null;
        });
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        step("link", real(link), () -> {
            disk.createLink(real(link), real(existing));
            return null;
        });
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> children = disk.newDirectoryStream(real(folder), child -> filter.accept(path(child)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> names = children.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        String name = String.valueOf(folder.getFileName());
                        if (failing.equals(Optional.of("list " + name))) {
                            throw new DirectoryIteratorException(
                                    new java.nio.file.FileSystemException(name, null, message));
                        }
                        return names.hasNext();
                    }

                    @Override
                    public Path next() {
                        return path(names.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                children.close();
            }
        };
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return step("compare", real(one), () -> disk.isSameFile(real(one), real(other)));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        disk.checkAccess(real(path), modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return disk.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) throws IOException {
        return disk.readAttributes(real(path), names, options);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return disk.getFileAttributeView(real(path), type, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) throws IOException {
        disk.setAttribute(real(path), name, value, options);
    }

    @Override
    public String getScheme() {
        return "file";
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return disk.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return disk.getFileStore(real(path));
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        return path(disk.getPath(uri));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    /** The file system of the paths. */
    private static final class Files extends FileSystem {
        private final FaultyDisk provider;
        private final FileSystem real;

        Files(FaultyDisk provider, FileSystem real) {
            this.provider = provider;
            this.real = real;
        }

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public Path getPath(String first, String... more) {
            return provider.path(real.getPath(first, more));
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return real.getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return real.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return real.supportedFileAttributeViews();
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = real.getPathMatcher(pattern);
            return path -> matcher.matches(FaultyDisk.real(path));
        }

        @Override
        public java.nio.file.attribute.UserPrincipalLookupService getUserPrincipalLookupService() {
            return real.getUserPrincipalLookupService();
        }

        @Override
        public java.nio.file.WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }

    private record FaultyPath(FaultyDisk provider, Path real) implements Path {

        private Path of(Path path) {
            return path == null ? null : provider.path(path);
        }

        @Override
        public FileSystem getFileSystem() {
            return provider.files;
        }

        @Override
        public boolean isAbsolute() {
            return real.isAbsolute();
        }

        @Override
        public Path getRoot() {
            return of(real.getRoot());
        }

        @Override
        public Path getFileName() {
            return of(real.getFileName());
        }

        @Override
        public Path getParent() {
            return of(real.getParent());
        }

        @Override
        public int getNameCount() {
            return real.getNameCount();
        }

        @Override
        public Path getName(int index) {
            return of(real.getName(index));
        }

        @Override
        public Path subpath(int from, int to) {
            return of(real.subpath(from, to));
        }

        @Override
        public boolean startsWith(Path other) {
            return real.startsWith(FaultyDisk.real(other));
        }

        @Override
        public boolean endsWith(Path other) {
            return real.endsWith(FaultyDisk.real(other));
        }

        @Override
        public Path normalize() {
            return of(real.normalize());
        }

        @Override
        public Path resolve(Path other) {
            return of(real.resolve(FaultyDisk.real(other)));
        }

        @Override
        public Path relativize(Path other) {
            return of(real.relativize(FaultyDisk.real(other)));
        }

        @Override
        public URI toUri() {
            return real.toUri();
        }

        @Override
        public Path toAbsolutePath() {
            return of(real.toAbsolutePath());
        }

        @Override
        public Path toRealPath(LinkOption... options) throws IOException {
            return of(real.toRealPath(options));
        }

        @Override
        public java.nio.file.WatchKey register(
                java.nio.file.WatchService watcher,
                java.nio.file.WatchEvent.Kind<?>[] events,
                java.nio.file.WatchEvent.Modifier... modifiers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int compareTo(Path other) {
            return real.compareTo(FaultyDisk.real(other));
        }

        @Override
        public String toString() {
            return real.toString();
        }
    }

    /** A file, or a folder that is open to be synced. */
    private static final class Channel extends FileChannel {
        private final FaultyDisk disk;
        private final Path path;
        private final FileChannel real;

        Channel(FaultyDisk disk, Path path, FileChannel real) {
            this.disk = disk;
            this.path = path;
            this.real = real;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return disk.step("write", path, () -> {
                int length = Math.min(disk.mostBytes, bytes.remaining());
                int written = real.write(bytes.slice(bytes.position(), length));
                bytes.position(bytes.position() + written);
                return written;
            });
        }

        @Override
        public void force(boolean metadata) throws IOException {
            disk.step("sync", path, () -> {
                real.force(metadata);
                return null;
            });
        }

        @Override
        protected void implCloseChannel() throws IOException {
            real.close();
            disk.step("close", path, () -> null);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return real.read(target);
        }

        @Override
        public int read(ByteBuffer target, long at) throws IOException {
            return real.read(target, at);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
            return real.read(targets, offset, length);
        }

        @Override
        public int write(ByteBuffer bytes, long at) throws IOException {
            return real.write(bytes, at);
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
            return real.write(sources, offset, length);
        }

        @Override
        public long position() throws IOException {
            return real.position();
        }

        @Override
        public FileChannel position(long at) throws IOException {
            real.position(at);
            return this;
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            real.truncate(size);
            return this;
        }

        @Override
        public long transferTo(long at, long count, java.nio.channels.WritableByteChannel target) throws IOException {
            return real.transferTo(at, count, target);
        }

        @Override
        public long transferFrom(java.nio.channels.ReadableByteChannel source, long at, long count) throws IOException {
            return real.transferFrom(source, at, count);
        }

        @Override
        public java.nio.MappedByteBuffer map(MapMode mode, long at, long size) throws IOException {
            return real.map(mode, at, size);
        }

        @Override
        public java.nio.channels.FileLock lock(long at, long size, boolean shared) throws IOException {
            return real.lock(at, size, shared);
        }

        @Override
        public java.nio.channels.FileLock tryLock(long at, long size, boolean shared) throws IOException {
            return real.tryLock(at, size, shared);
        }
    }
}
