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
package dev.stoa.placement;

import java.io.IOException;
import java.util.List;

/** The files in the folder of a group's maps. */
public interface MapFiles {
    /** Returns the folder's name, for messages. */
    String folder();

    /**
     * Returns the names of the files.
     *
     * @throws IOException if the folder can't be listed
     */
    List<String> names() throws IOException;

    /**
     * Returns the bytes of a file. Of a file longer than {@link PlacementMap#MOST_BYTES} one byte more than that is enough.
     *
     * @throws IOException if the file can't be read
     */
    byte[] read(String name) throws IOException;
}
