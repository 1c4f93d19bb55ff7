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
package dev.stoa.cli.internal.files;

import dev.stoa.reader.StoaFile;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.LocalReader;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code stoa schema} of a Stoa file on the local disk. It loads neither Hadoop nor the parser of the command line, which take
 * most of the time of so short a command.
 */
public final class LocalSchema {
    private LocalSchema() {}

    /**
     * Returns what {@code stoa schema FILE} prints. The caller must know that no setting of Hadoop applies.
     *
     * @param file a path without a scheme
     * @return nothing if Hadoop may read the path in another way, if the file has Hadoop's checksums, or if it can't be read;
     *     {@link SchemaCommand} then prints the schema or the error
     */
    public static Optional<String> of(String file) {
        if (!file.endsWith(".stoa") || file.contains("..") || !file.chars().allMatch(LocalSchema::isPlain)) {
            return Optional.empty();
        }
        Path path = Path.of(file).toAbsolutePath().normalize(); // no ..
        if (!Files.isRegularFile(path) || Files.exists(path.resolveSibling("." + path.getFileName() + ".crc"))) {
            return Optional.empty();
        }
        StringWriter text = new StringWriter();
        try (StoaFile stoa = open(path)) {
            PrintWriter out = new PrintWriter(text);
            SchemaText.print(out, stoa);
            out.flush();
        } catch (IOException e) {
            return Optional.empty(); // the command opens it again, and names the fault
        }
        return Optional.of(text.toString());
    }

    /** Whether a character means itself to Hadoop and to the command line: not a scheme, a pattern, an escape or a branch. */
    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "/._-".indexOf(c) >= 0;
    }

    private static StoaFile open(Path path) throws IOException {
        LocalReader reader = LocalReader.open(path);
        return StoaFile.open(RangeSources.of(
                "file:" + path,
                Files.size(path),
                StoreProfile.local(),
                BufferAllocator.of(ByteBuffer::allocate),
                reader));
    }
}
