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
package dev.stoa.table.internal.schema;

import dev.stoa.placement.Part;
import dev.stoa.table.TableProperties;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folders of partitions: {@code p16.00003} for part 3 of the column divided by {@code hash(16)}. A store that places files by their
 * folder keeps those of a partition together.
 */
public final class PartFolders {
    private static final Pattern HASHED =
            Pattern.compile("([0-9]+ hash\\(\\s*([0-9]{1,7})\\s*\\))=([0-9]{1,7})(\n.*)?", Pattern.DOTALL);
    private static final Pattern FOLDER = Pattern.compile("p[0-9]{1,7}\\.[0-9]{5,7}");

    private PartFolders() {}

    /**
     * Returns the path of a new file.
     *
     * @param folder for files of no part
     * @param file the name of the file
     * @param partition of its rows; one of an earlier declaration has no folder
     */
    public static String path(String folder, String file, TableProperties properties, Optional<String> partition) {
        boolean isDivided = !properties.partitionedBy().isEmpty();
        if (properties.hasPartFolders() && isDivided && partition.isPresent()) {
            TableProperties.PartitionColumn first = properties.partitionedBy().get(0);
            Matcher hashed = HASHED.matcher(partition.get());
            if (hashed.matches() && hashed.group(1).equals(first.fieldId() + " " + first.transform())) {
                int parts = Integer.parseInt(hashed.group(2));
                int part = Integer.parseInt(hashed.group(3));
                return folder + "/" + new Part(parts, part).folder() + "/" + file;
            }
        }
        return folder + "/" + file;
    }

    /** Whether a folder has the name of a part's. */
    public static boolean isPart(String name) {
        return FOLDER.matcher(name).matches();
    }
}
