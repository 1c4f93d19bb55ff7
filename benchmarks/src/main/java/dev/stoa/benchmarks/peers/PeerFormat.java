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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The work of a {@link JavaPeer} in its own processes. */
interface PeerFormat {

    /** Writes the rows of a Parquet file, for a peer that has files of its own. */
    void write(Path parquet, String variant, Path file) throws IOException;

    /** The bytes of each top-level column, for a peer that has files of its own. */
    Map<String, Long> columnBytes(Path file) throws IOException;

    /** Reads all rows of the columns, and touches what it gets as {@link Touch#DELIVERY} says. */
    ReadResult read(Path file, List<String> columns) throws IOException;

    /** {@link Contender#answer}. */
    ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException;
}
