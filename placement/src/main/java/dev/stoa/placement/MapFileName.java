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

import java.util.Locale;
import java.util.regex.Pattern;

/** The names of a group's maps in their folder: the epoch in 19 digits. The greatest name is that of the newest map. */
public final class MapFileName {
    private static final Pattern NAME = Pattern.compile("[0-9]{19}\\.map");

    private MapFileName() {}

    /** Returns the name of the map of an epoch. */
    public static String of(long epoch) {
        return String.format(Locale.ROOT, "%019d.map", epoch);
    }

    /** Whether a file has the name of a map. */
    public static boolean isMap(String name) {
        return NAME.matcher(name).matches();
    }
}
