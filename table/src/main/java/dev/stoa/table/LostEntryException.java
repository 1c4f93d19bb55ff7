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
 * An entry of a table's log is missing that was there: later ones, or signs of them, are. Versions from it on can't be read but
 * those that a later checkpoint holds, and nothing can be committed in its place.
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
