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
package dev.stoa.hive;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hive.ql.exec.UDF;

/** A function of Hive that fails when it is first called with a number. */
@SuppressWarnings("deprecation") // the other kind needs an inspector for each argument
public final class FailingOnce extends UDF {
    /** How often it will fail. */
    static final AtomicInteger LEFT = new AtomicInteger();

    /** Called by Hive. */
    public Integer evaluate(Integer value) {
        if (value != null && value == 7 && LEFT.getAndDecrement() > 0) {
            throw new IllegalStateException("as it was told");
        }
        return value;
    }
}
