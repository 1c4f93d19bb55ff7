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

import dev.stoa.format.ColumnVector;

/**
 * The step between decode and filter in which changes by position are laid over what the file says. A file alone has no
 * changes, so this step is empty.
 */
final class Overlay {

    /** Whether the rows of a column are as the file has them, so that what is stored tells about them. */
    boolean leaves(ReadColumn column) {
        return true;
    }

    /**
     * The rows of a column as of the snapshot.
     *
     * @param decoded the rows as the file has them
     */
    ColumnVector apply(ColumnVector decoded) {
        return decoded;
    }
}
