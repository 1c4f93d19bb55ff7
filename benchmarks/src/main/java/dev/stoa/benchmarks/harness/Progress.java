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
package dev.stoa.benchmarks.harness;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Prints the progress of a long run on the error stream. */
public final class Progress {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

    private static final Pattern LINE = Pattern.compile("\\[\\d\\d:\\d\\d:\\d\\d] .*");

    private Progress() {}

    public static void say(String text) {
        System.err.println("[" + LocalTime.now(ZoneId.systemDefault()).format(SECONDS) + "] " + text);
    }

    /** Passes on what a process says of its progress; other lines are not such. */
    static boolean repeat(String line) {
        boolean isProgress = LINE.matcher(line).matches();
        if (isProgress) {
            System.err.println(line);
        }
        return isProgress;
    }
}
