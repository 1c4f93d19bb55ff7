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
package dev.stoa.table.internal.log;

/**
 * The oldest version that counts, as an expiry has set it (format-spec, section 14). A smaller number is never a version again.
 *
 * @param marker the number of the floor marker that says so; 0 without any
 * @param version the oldest version that counts
 */
public record Floor(long marker, long version) {
    /** The floor of a log before any expiry. */
    public static final Floor NONE = new Floor(0, 0);
}
