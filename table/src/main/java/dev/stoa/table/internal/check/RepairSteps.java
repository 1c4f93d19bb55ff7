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
package dev.stoa.table.internal.check;

import dev.stoa.table.TableException;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The steps of a repair, in this order: it sets files aside, copies and writes. It deletes no file, and replaces a file only
 * after it has set it aside. For one thread.
 */
public final class RepairSteps {
    private static final int COPIED_AT_ONCE = 4 << 20;

    private final Folder folder;
    private final RepairFolder planned;
    private final List<Step> steps = new ArrayList<>();

    public RepairSteps(Folder folder) {
        this.folder = folder;
        this.planned = new RepairFolder(folder);
    }

    /**
     * One step.
     *
     * @param path of the file, relative to the table's folder
     * @param from another folder that has it, if it is copied
     * @param bytes what it becomes, if it is written; with neither, it is only set aside
     * @param what is done, and why
     */
    private record Step(String path, Optional<Folder> from, Optional<byte[]> bytes, String what) {}

    /** The folder as the steps leave it. */
    public RepairFolder planned() {
        return planned;
    }

    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** Returns a line for each step. */
    public List<String> texts() {
        return steps.stream().map(step -> step.path() + ": " + step.what()).toList();
    }

    public void setAside(String path, String why) {
        steps.add(new Step(path, Optional.empty(), Optional.empty(), "set aside: " + why));
        planned.remove(path);
    }

    public void copy(String path, Folder from) {
        steps.add(new Step(path, Optional.of(from), Optional.empty(), "restored from " + from.id()));
        planned.copy(path, from);
    }

    void write(String path, byte[] bytes, String why) {
        steps.add(new Step(path, Optional.empty(), Optional.of(bytes), "written: " + why));
        planned.write(path, bytes);
    }

    /**
     * Does all of it.
     *
     * @param aside the folder for the files that are moved, relative to the table's
     */
    public void apply(String aside) throws IOException {
        for (Step step : steps) {
            boolean isThere = copyAside(folder, step.path(), aside);
            if (step.from().isPresent()) {
                copy(step.from().get(), step.path(), folder, step.path());
            } else if (step.bytes().isPresent()) {
                try (FileSink sink = folder.create(step.path(), SinkOptions.SMALL.withOverwrite(true))) {
                    sink.write(step.bytes().get());
                    sink.commit();
                }
            } else if (isThere) {
                folder.delete(step.path());
            }
        }
    }

    /** Moves a file: it is copied as a whole before it goes, so that at any moment it is in one of both places. */
    public static void moveAside(Folder folder, String path, String aside) throws IOException {
        if (copyAside(folder, path, aside)) {
            folder.delete(path);
        }
    }

    /** Copies a file that goes, or is replaced at once: otherwise the newest entry would seem not to exist. Whether the file exists. */
    private static boolean copyAside(Folder folder, String path, String aside) throws IOException {
        Optional<Folder.Entry> found = folder.find(path);
        if (found.isEmpty()) {
            return false;
        }
        if (found.get().isFolder()) {
            throw new TableException(folder.id() + "/" + path
                    + ": a folder has the path of a file of the table: move the folder elsewhere first");
        }
        String target = aside + "/" + path;
        for (int another = 2; folder.find(target).isPresent(); another++) {
            target = aside + "/" + path + "." + another;
        }
        try {
            copy(folder, path, folder, target);
        } catch (RangeReadException e) {
            throw new TableException(
                    folder.id() + "/" + path
                            + ": the store can't read it, so it is not moved aside: move it elsewhere by the store's own tools,"
                            + " then repair the table again",
                    e);
        }
        return true;
    }

    private static void copy(Folder from, String path, Folder to, String target) throws IOException {
        long length = from.find(path).map(Folder.Entry::length).orElse(0L);
        try (FileSink sink =
                to.create(target, SinkOptions.DEFAULT.withOverwrite(true).withExpectedLength(length))) {
            if (length > 0) {
                try (RangeSource source = from.open(path, OptionalLong.of(length))) {
                    for (long at = 0; at < length; at += COPIED_AT_ONCE) {
                        Range range = new Range(at, (int) Math.min(COPIED_AT_ONCE, length - at));
                        try (RangeBuffers read = source.read(List.of(range))) {
                            sink.write(read.buffer(0));
                        }
                    }
                }
            }
            sink.commit();
        }
    }
}
