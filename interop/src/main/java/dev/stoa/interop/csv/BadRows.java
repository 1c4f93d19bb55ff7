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
package dev.stoa.interop.csv;

import java.io.IOException;

/** Receives rows that can't be loaded. */
@FunctionalInterface
public interface BadRows {
    /**
     * Takes note of a row, which is then passed over.
     *
     * @param line the line where it starts, from 1
     * @param column the column at fault; empty if it is the row as a whole
     * @param reason what is wrong
     * @throws IOException if it is one too many
     */
    void reject(long line, String column, String reason) throws IOException;
}
