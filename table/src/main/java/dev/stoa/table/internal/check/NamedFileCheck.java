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

import dev.stoa.format.StoaException;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Checks that a file that the log names exists, that it is this very file, and that it is sound. */
public final class NamedFileCheck {
    /** More problems of one file are not told one by one. */
    private static final int MOST_PROBLEMS = 10;

    private final Folder folder;
    private final boolean readsData;

    /**
     * A check.
     *
     * @param readsData whether the data is read, too
     */
    public NamedFileCheck(Folder folder, boolean readsData) {
        this.folder = folder;
        this.readsData = readsData;
    }

    /** Which of three things is wrong with a file. */
    public enum Wrong {
        MISSING,
        REPLACED,
        DAMAGED
    }

    /** A fault of a file: its kind, and a description. */
    public record Problem(Wrong kind, String what) {}

    /**
     * Checks a file.
     *
     * @param progress receives the number of bytes checked since its last call
     * @throws IOException if the store fails
     */
    public List<Problem> check(String path, FileIdentity named, LongConsumer progress) throws IOException {
        Optional<Folder.Entry> found = folder.find(path);
        if (found.isEmpty()) {
            return List.of(new Problem(Wrong.MISSING, "it is missing"));
        }
        if (found.get().isFolder()) {
            return List.of(new Problem(Wrong.REPLACED, "a folder has the path of a file that the log names"));
        }
        return check(SidecarPlace.file(path), found.get().length(), named, progress);
    }

    /** Checks a sidecar, in a file or in the log. */
    public List<Problem> check(SidecarFile sidecar, LongConsumer progress) throws IOException {
        return sidecar.isInLog()
                ? check(sidecar.place(), sidecar.place().contents().length, sidecar.identity(), progress)
                : check(sidecar.path(), sidecar.identity(), progress);
    }

    private List<Problem> check(SidecarPlace place, long length, FileIdentity named, LongConsumer progress)
            throws IOException {
        try (RangeSource source = place.source(folder, OptionalLong.of(length))) {
            Optional<Problem> other = identify(source, place, named, length);
            if (other.isPresent()) {
                return List.of(other.get());
            }
            long[] before = new long[1];
            List<Verifier.Problem> problems = readsData
                    ? Verifier.verify(source, (bytes, of) -> {
                        progress.accept(bytes - before[0]);
                        before[0] = bytes;
                    })
                    : Verifier.verifyMetadata(source);
            List<Problem> told = new ArrayList<>();
            for (Verifier.Problem problem : problems.subList(0, Math.min(MOST_PROBLEMS, problems.size()))) {
                told.add(new Problem(Wrong.DAMAGED, problem.toString()));
            }
            if (problems.size() > MOST_PROBLEMS) {
                told.add(new Problem(
                        Wrong.DAMAGED,
                        "it has " + (problems.size() - MOST_PROBLEMS)
                                + " more problems: 'stoa verify' of the file alone" + " names them"));
            }
            return told;
        } catch (FileNotFoundException e) {
            return List.of(new Problem(Wrong.MISSING, "it is missing"));
        } catch (RangeReadException e) { // such as of lost blocks
            return List.of(
                    e.getCause() instanceof FileNotFoundException
                            ? new Problem(Wrong.MISSING, "it is missing")
                            : new Problem(Wrong.DAMAGED, "the store can't read it: " + e.getMessage()));
        }
    }

    /** Whether it is another file, or one without a readable identity. */
    private Optional<Problem> identify(RangeSource source, SidecarPlace place, FileIdentity named, long length)
            throws IOException {
        try (StoaFile file = StoaFile.open(place.source(folder, OptionalLong.of(length)))) {
            return file.identity().equals(named)
                    ? Optional.empty()
                    : Optional.of(new Problem(
                            Wrong.REPLACED,
                            "it is another file than the log names: that has " + named + ", this " + file.identity()));
        } catch (StoaException e) {
            if (length == named.length()) {
                return Optional.empty(); // the verifier tells more
            }
            String message = String.valueOf(e.getMessage());
            return Optional.of(new Problem(
                    Wrong.DAMAGED,
                    "it has " + length + " bytes, by the log " + named.length() + ": "
                            + (message.startsWith(source.id() + ": ")
                                    ? message.substring(source.id().length() + 2)
                                    : message)));
        }
    }
}
