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
package dev.stoa.vio.hadoop;

import java.util.Arrays;
import org.apache.hadoop.util.VersionInfo;

/** The Hadoop that the tests run with. */
final class RunningHadoop {

    private RunningHadoop() {}

    /** Such as 3.2.4. */
    static String version() {
        return VersionInfo.getVersion();
    }

    static boolean isAtLeast(String version) {
        return Arrays.compare(numbers(version()), numbers(version)) >= 0;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
