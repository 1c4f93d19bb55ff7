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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.StoaException;
import dev.stoa.reader.ScanLimitException;
import dev.stoa.reader.Verifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers what is wrong with a file; after very many problems only counts. */
public final class Problems {
    private static final int MAX = 1000;

    private final String file;
    private final List<Verifier.Problem> list = new ArrayList<>();
    private Optional<Verifier.Problem> last = Optional.empty();
    private long more;

    /** A part of the verification. */
    @FunctionalInterface
    public interface Check {
        void run() throws IOException;
    }

    public Problems(String file) {
        this.file = file;
    }

    /** Adds a problem, unless it is the one before: the vectors of a damaged granule all fail for the same reason. */
    void add(String where, String what) {
        Optional<Verifier.Problem> problem = Optional.of(new Verifier.Problem(where, what));
        if (problem.equals(last)) {
            return;
        }
        last = problem;
        if (list.size() < MAX) {
            list.add(problem.get());
        } else {
            more++;
        }
    }

    /** Adds a problem unless all is well. */
    public void check(boolean ok, String where, String what) {
        if (!ok) {
            add(where, what);
        }
    }

    /** Runs a check; what is wrong with the file becomes a problem. True if it came to its end. */
    public boolean run(String where, Check check) throws IOException {
        try {
            check.run();
            return true;
        } catch (ScanLimitException e) { // that is nothing that is wrong with the file
            throw e;
        } catch (StoaException e) {
            add(where, without(where, without(file, String.valueOf(e.getMessage()))));
            return false;
        }
    }

    /** Removes a place from the start of a message: the problem names it once. */
    private static String without(String place, String message) {
        if (!message.startsWith(place)) {
            return message;
        }
        String rest = message.substring(place.length());
        return rest.startsWith(": ") || rest.startsWith(", ") ? rest.substring(2) : message;
    }

    public List<Verifier.Problem> list() {
        List<Verifier.Problem> all = new ArrayList<>(list);
        if (more > 0) {
            all.add(new Verifier.Problem("the file", "has " + more + " more problems"));
        }
        return List.copyOf(all);
    }
}
