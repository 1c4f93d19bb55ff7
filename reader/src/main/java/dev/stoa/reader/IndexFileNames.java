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

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Names of index files, which are next to their data files: {@code _data.stoa.column.index}. Programs that read folders
 * skip such names.
 */
public final class IndexFileNames {
    private static final String SUFFIX = ".index";

    private IndexFileNames() {}

    /** The name of the index of a column. */
    public static String of(String dataFile, ColumnPath column) {
        StringBuilder name = new StringBuilder(prefix(dataFile));
        for (byte b : column.toString().getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain =
                    b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_' || b == '.';
            name.append(isPlain ? String.valueOf((char) b) : "=%02X".formatted(b));
        }
        return name + SUFFIX;
    }

    private static String prefix(String dataFile) {
        return "_" + dataFile + ".";
    }

    /** Whether a file in the same folder is called as an index of a data file. */
    public static boolean isOf(String name, String dataFile) {
        return name.startsWith(prefix(dataFile)) && name.endsWith(SUFFIX);
    }

    /** Returns the data file of an index with this name, if the data file's name ends in {@code .stoa}. */
    public static Optional<String> dataFile(String name) {
        int end = name.indexOf(".stoa.");
        boolean isIndex = name.startsWith("_") && end > 0 && name.endsWith(SUFFIX);
        return isIndex ? Optional.of(name.substring(1, end + ".stoa".length())) : Optional.empty();
    }
}
