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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;

/** The columns of a look-up, and the names of the variants that help it. */
public final class LookupQuery {
    public static final String KEY = "l_orderkey";
    public static final String VALUE = "l_extendedprice";

    /** At the end of a variant with Bloom filters on the key. */
    public static final String BLOOM = "_bloom";

    /** At the end of the variant with an index. */
    public static final String INDEX = " index";

    private LookupQuery() {}

    /** The answer for all keys together. */
    public static ReadResult result(long rows, long sum) {
        return new ReadResult(rows, sum + 31 * rows, IoCounts.NONE);
    }
}
