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
package dev.stoa.benchmarks.data;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.interop.tpch.LineItems;
import java.util.Iterator;

/** A table to be written by every contender. */
public interface Table {

    Schema schema();

    /** The rows, in batches. Each batch is valid until the next. */
    Iterator<Batch> batches();

    /** TPC-H's lineitem at a scale factor. */
    static Table lineItems(double scale) {
        return of(LineItems.generate(scale));
    }

    /** The same in no order. */
    static Table shuffledLineItems(double scale) {
        return of(LineItems.generate(scale).shuffled(1));
    }

    private static Table of(LineItems items) {
        return new Table() {
            @Override
            public Schema schema() {
                return LineItems.schema();
            }

            @Override
            public Iterator<Batch> batches() {
                return items.batches();
            }
        };
    }
}
