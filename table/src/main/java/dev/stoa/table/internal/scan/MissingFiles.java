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
package dev.stoa.table.internal.scan;

import dev.stoa.format.StoaException;
import dev.stoa.table.ExpiredVersionException;
import dev.stoa.table.Fragment;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.GoneFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds out whether a read failed because a file of its version is missing, and why. Stores report a deleted file in many ways;
 * HDFS reports missing blocks. So the folder is searched for the files of the version.
 */
final class MissingFiles {
    private MissingFiles() {}

    /**
     * Gives the exception to throw instead of a failure.
     *
     * @param read the version that is read
     * @param fragments the fragments whose files were read
     * @return an {@link ExpiredVersionException} if a file of these fragments is gone and the newest version does not need it.
     * Otherwise a {@link TableException}, if the failure names a missing file of these fragments, or the failure
     */
    static IOException explained(TableImage read, Collection<Fragment> fragments, IOException failure) {
        if (failure instanceof StoaException || failure instanceof InterruptedIOException) {
            return failure;
        }
        try {
            Optional<TableState> newest = new History(new Log(read.folder())).newest();
            if (newest.isPresent() && newest.get().version() > read.version()) {
                Set<String> suspected = paths(fragments);
                suspected.removeAll(paths(newest.get().fragments().values()));
                for (String path : suspected) {
                    if (read.folder().find(path).isEmpty()) {
                        return new ExpiredVersionException(
                                read.folder().id(),
                                read.version(),
                                path,
                                newest.get().version(),
                                failure);
                    }
                }
            }
            if (GoneFile.is(failure)) {
                for (String path : paths(fragments)) {
                    if (names(failure, path) && read.folder().find(path).isEmpty()) {
                        return new TableException(
                                read.folder().id() + ": version " + read.version() + " has the file '" + path
                                        + "', which does not exist: restore it from a copy of the table, or let 'stoa repair' keep the other rows",
                                failure);
                    }
                }
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private static boolean names(IOException failure, String path) {
        return String.valueOf(failure.getMessage()).contains(path)
                || failure.getCause() != null
                        && String.valueOf(failure.getCause().getMessage()).contains(path);
    }

    private static Set<String> paths(Collection<Fragment> fragments) {
        Set<String> paths = new TreeSet<>();
        for (Fragment fragment : fragments) {
            fragment.files().forEach(file -> paths.add(file.path()));
            fragment.sidecars().stream()
                    .filter(sidecar -> !sidecar.isInLog())
                    .forEach(sidecar -> paths.add(sidecar.path()));
        }
        return paths;
    }
}
