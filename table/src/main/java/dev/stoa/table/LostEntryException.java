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
 * An entry of a table's log is missing, though later ones, or signs of them, exist. From its version on, readers find
 * only versions that a later checkpoint holds. No commit takes its place.
 */
public final class LostEntryException extends TableException {
    private static final long serialVersionUID = 1L;

    private final String path;

    public LostEntryException(String path, String message) {
        super(message);
        this.path = path;
    }

    /** The path of the entry. */
    public String path() {
        return path;
    }
}
