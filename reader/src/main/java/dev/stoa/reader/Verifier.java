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
package dev.stoa.reader;

import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.List;

/**
 * Reads a whole file and checks it: every checksum, every structural rule of the format, that the parts of the file do not
 * overlap, bounds and null counts against the data, and the declared sort order.
 */
public final class Verifier {
    private Verifier() {}

    /**
     * Something that is wrong.
     *
     * @param where part of the file, column, vector or byte offset
     * @param what what is wrong there
     */
    public record Problem(String where, String what) {
        @Override
        public String toString() {
            return where + ": " + what;
        }
    }

    /** Is told how far the work has come. */
    @FunctionalInterface
    public interface Progress {
        /** So many of the file's data bytes are checked, of so many. */
        void checked(long bytes, long ofBytes);
    }

    /**
     * Verifies a file. What is wrong with the file is returned, as much as can be found: damage to the footer hides what
     * it describes.
     *
     * @param source the file; it stays open
     * @return the problems; none if the file is sound
     * @throws IOException if the file can't be read
     */
    public static List<Problem> verify(RangeSource source, Progress progress) throws IOException {
        throw new UnsupportedOperationException("under construction: " + source.id() + progress);
    }
}
