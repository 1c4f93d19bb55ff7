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
package dev.stoa.vio;

/** Checks settings. */
final class Settings {

    private Settings() {}

    /**
     * Refuses a setting that is too small.
     *
     * @throws IllegalArgumentException that names it
     */
    static void atLeast(String setting, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(setting + " is " + value + " but must be at least " + least);
        }
    }

    /**
     * Refuses a setting that is not between 0 and 1.
     *
     * @throws IllegalArgumentException that names it
     */
    static void share(String setting, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(setting + " is " + value + " but must be from 0 to 1");
        }
    }
}
