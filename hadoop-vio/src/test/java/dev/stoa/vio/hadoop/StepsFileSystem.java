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

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A store over a local folder that tells what a sink asks of it, and fails where it shall. As {@code hdfs} it renames, as
 * {@code s3a} its files appear when they are closed. Steps are words such as {@code "rename f NONE"}; a hidden file's name
 * is {@code "hidden"}.
 */
final class StepsFileSystem extends RawLocalFileSystem {

    static final String MESSAGE = "the store fails";
    static final String CONDITIONAL = "fs.option.create.conditional.overwrite";

    private final URI uri;
    private final List<String> steps = new ArrayList<>();
    private final boolean conditional;
    private Optional<String> failing = Optional.empty();
    private boolean failsAfterwards;
    private Runnable before = () -> {};
    private String beforeStep = "";
    private boolean syncs = true;
    private long blockSize;

    StepsFileSystem(String scheme, boolean conditional) throws IOException {
        this.uri = URI.create(scheme + "://store/");
        this.conditional = conditional;
        initialize(uri, new Configuration(false));
    }

    List<String> steps() {
        return steps;
    }

    /** Returns the block size that the last created file was asked with. */
    long blockSize() {
        return blockSize;
    }

    /** Lets one step fail, each time; nothing is done. */
    void failAt(String step) {
        failing = Optional.of(step);
        failsAfterwards = false;
    }

    /** Lets one step fail though it is done, as where the answer is lost. */
    void failAfter(String step) {
        failing = Optional.of(step);
        failsAfterwards = true;
    }

    /** Does something right before a step. */
    void before(String step, Runnable action) {
        beforeStep = step;
        before = action;
    }

    /** Has streams that can't sync, as those of local files are before Hadoop 3.3. */
    void withoutSyncs() {
        syncs = false;
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    private static String name(Path path) {
        return path.getName().startsWith(".vio-") ? "hidden" : path.getName();
    }

    private <T> T step(String told, Step<T> step) throws IOException {
        steps.add(told);
        if (told.equals(beforeStep)) {
            before.run();
        }
        boolean fails = failing.equals(Optional.of(told));
        if (fails && !failsAfterwards) {
            throw new IOException(MESSAGE);
        }
        T done = step.run();
        if (fails) {
            throw new IOException(MESSAGE);
        }
        return done;
    }

    private boolean appearsAtClose() {
        return uri.getScheme().equals("s3a");
    }

    @Override
    public URI getUri() {
        return uri == null ? super.getUri() : uri; // asked by the constructor of the super class
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
        return switch (capability) {
            case StreamCapabilities.ABORTABLE_STREAM -> appearsAtClose();
            case CONDITIONAL -> conditional;
            default -> false;
        };
    }

    @Override
    public FSDataOutputStream create(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long size,
            Progressable progress)
            throws IOException {
        blockSize = size;
        return step("create " + name(f) + " " + new TreeSet<>(flags), () -> {
            boolean replaces = flags.contains(CreateFlag.OVERWRITE);
            OutputStream file = super.create(f, permission, replaces, bufferSize, replication, size, progress);
            return new FSDataOutputStream(new HiddenStream(file, name(f)), null);
        });
    }

    @Override
    @SuppressWarnings("deprecation") // the one that refuses an existing name atomically
    protected void rename(Path source, Path target, Options.Rename... options) throws IOException {
        step("rename " + name(target) + " " + options[0], () -> {
            if (options[0] == Options.Rename.NONE && exists(target)) {
                throw new FileAlreadyExistsException(target + " exists");
            }
            if (!super.rename(source, target)) {
                throw new IOException("not renamed");
            }
            return target;
        });
    }

    @Override
    public boolean rename(Path source, Path target) throws IOException {
        return step("rename " + name(target), () -> super.rename(source, target));
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return step("delete " + name(f), () -> super.delete(f, recursive));
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        try {
            return super.getFileStatus(f);
        } catch (FileNotFoundException e) {
            steps.add("miss " + name(f));
            throw e;
        }
    }

    @Override
    public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
        return new Builder(this, path);
    }

    private static final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {

        private final StepsFileSystem store;
        private final Path path;

        Builder(FileSystem fs, Path path) {
            super(fs, path);
            this.store = (StepsFileSystem) fs;
            this.path = path;
        }

        @Override
        public Builder getThisBuilder() {
            return this;
        }

        @Override
        public FSDataOutputStream build() throws IOException {
            boolean onlyNew =
                    getMandatoryKeys().contains(CONDITIONAL) && getOptions().getBoolean(CONDITIONAL, false);
            String asked = (getFlags().contains(CreateFlag.OVERWRITE) ? " OVERWRITE" : "")
                    + (onlyNew ? " CONDITIONAL" : "")
                    + (isRecursive() ? " RECURSIVE" : "");
            return store.step(
                    "build " + name(path) + asked,
                    () -> new FSDataOutputStream(new PublishingStream(store, path, onlyNew), null));
        }
    }

    /** The stream of a file that is there from the first byte on. */
    private final class HiddenStream extends OutputStream implements Syncable, StreamCapabilities {

        private final OutputStream file;
        private final String name;

        HiddenStream(OutputStream file, String name) {
            this.file = file;
            this.name = name;
        }

        @Override
        public boolean hasCapability(String capability) {
            return syncs && capability.equals(StreamCapabilities.HSYNC);
        }

        @Override
        public void write(int b) throws IOException {
            file.write(b);
        }

        @Override
        public void hflush() throws IOException {
            step("hflush " + name, () -> name);
        }

        @Override
        public void hsync() throws IOException {
            step("hsync " + name, () -> name);
        }

        @Override
        public void close() throws IOException {
            file.close();
            step("close " + name, () -> name);
        }
    }

    /** The stream of a file that appears when it is closed, unless it is aborted. */
    private static final class PublishingStream extends ByteArrayOutputStream implements Abortable, StreamCapabilities {

        private final StepsFileSystem store;
        private final Path path;
        private final boolean onlyNew;

        PublishingStream(StepsFileSystem store, Path path, boolean onlyNew) {
            this.store = store;
            this.path = path;
            this.onlyNew = onlyNew;
        }

        @Override
        public boolean hasCapability(String capability) {
            return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
        }

        @Override
        public AbortableResult abort() {
            store.steps.add("abort " + name(path));
            return null;
        }

        @Override
        public void close() throws IOException {
            store.step("close " + name(path), () -> {
                if (onlyNew && store.exists(path)) {
                    throw new RemoteFileChangedException(path + " exists");
                }
                return Files.write(store.pathToFile(path).toPath(), toByteArray());
            });
        }
    }

    /** Named as S3A names what it throws where a condition is not met. */
    static final class RemoteFileChangedException extends IOException {

        private static final long serialVersionUID = 1;

        RemoteFileChangedException(String message) {
            super(message);
        }
    }
}
