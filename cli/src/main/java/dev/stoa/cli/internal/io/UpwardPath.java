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
package dev.stoa.cli.internal.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Local paths that go up by {@code ..}. The system goes up from where a link leads, and Hadoop from where the link is: to another
 * folder.
 */
final class UpwardPath {
    /** The scheme, if any; then the path up to its last {@code ..}; then the rest. */
    private static final Pattern UPWARD =
            Pattern.compile("(file:(?://[^/]*)?(?=/))?((?:.*/)?\\.\\.)(/.*)?", Pattern.DOTALL);

    private UpwardPath() {}

    /** Returns a path that names the file of the system's for Hadoop, too; the same one for other stores. */
    static String followed(String argument, Configuration conf) {
        Matcher upward = UPWARD.matcher(argument);
        if (!upward.matches() || (upward.group(1) == null && !isLocal(argument, conf))) {
            return argument;
        }
        String scheme = upward.group(1) == null ? "" : upward.group(1);
        String rest = upward.group(3) == null ? "" : upward.group(3);
        try {
            Path given = Path.of(upward.group(2)).toAbsolutePath();
            Path real = given.toRealPath();
            Path taken = given.normalize();
            boolean isSame = Files.exists(taken) && taken.toRealPath().equals(real);
            return isSame ? argument : scheme + real + rest;
        } catch (IOException | InvalidPathException e) {
            return argument; // whatever reads it says what is missing
        }
    }

    private static boolean isLocal(String argument, Configuration conf) {
        int colon = argument.indexOf(':');
        boolean hasScheme = colon > 0 && argument.indexOf('/') > colon;
        return !hasScheme && "file".equals(FileSystem.getDefaultUri(conf).getScheme());
    }
}
