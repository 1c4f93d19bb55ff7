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
package dev.stoa.table;

import java.util.List;

/**
 * The jobs that make scans of a table cheaper.
 *
 * @param version the version that the plan is of
 * @param chosen what fits into the budget and gains the most, the most worthwhile first
 * @param left what would be worth its price, too
 */
public record CompactionPlan(long version, List<CompactionJob> chosen, List<CompactionJob> left) {
    /** Copies the lists. */
    public CompactionPlan {
        chosen = List.copyOf(chosen);
        left = List.copyOf(left);
    }
}
