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
package dev.stoa.vio.internal.disk;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;

/** Closes several files. */
public final class Closing {
    private Closing() {}

    /**
     * Closes each, even if others can't be closed.
     *
     * @throws IOException the first failure; it has the others as suppressed ones
     */
    public static void all(Collection<? extends Closeable> files) throws IOException {
        Exception first = null;
        for (Closeable file : files) {
            try {
                file.close();
            } catch (IOException | RuntimeException e) {
                if (first == null) {
                    first = e;
                } else if (!first.equals(e)) { // no exception may suppress itself
                    first.addSuppressed(e);
                }
            }
        }
        if (first instanceof IOException e) {
            throw e;
        }
        if (first instanceof RuntimeException e) {
            throw e;
        }
    }
}
