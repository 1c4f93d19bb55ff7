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
package dev.stoa.table;

/**
 * A version was expired while a reader read it, and files of the version are deleted. The rows of earlier batches are right.
 * The reader can't read the others any more.
 */
public final class ExpiredVersionException extends TableException {
    private static final long serialVersionUID = 1L;

    private final long version;

    /**
     * An exception.
     *
     * @param folder of the table
     * @param version that was read
     * @param path of a file that is gone
     * @param newest the version that does not need the file
     */
    public ExpiredVersionException(String folder, long version, String path, long newest, Throwable cause) {
        super(
                folder + " at version " + version + ": the version was expired while it was read: " + path
                        + " is gone, which version " + newest
                        + " does not need. Read again, at the newest version; a safe age of 'expire' that is longer than"
                        + " the longest read keeps this from happening",
                cause);
        this.version = version;
    }

    /** The version that was read. */
    public long version() {
        return version;
    }
}
