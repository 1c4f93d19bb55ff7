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

import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.SpanReceiver;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;

/** A source that passes everything on to another one, for sources that do something besides. */
public abstract class ForwardingSource implements RangeSource {
    /** The other one. */
    protected final RangeSource source;

    protected ForwardingSource(RangeSource source) {
        this.source = source;
    }

    @Override
    public String id() {
        return source.id();
    }

    @Override
    public long length() {
        return source.length();
    }

    @Override
    public StoreProfile profile() {
        return source.profile();
    }

    @Override
    public ReadStats stats() {
        return source.stats();
    }

    @Override
    public PendingRead start(ReadPlan plan) throws IOException {
        return source.start(plan);
    }

    @Override
    public void deliver(ReadPlan plan, SpanReceiver receiver) throws IOException {
        source.deliver(plan, receiver);
    }

    @Override
    public RangeBuffers refetch(Range range) throws IOException {
        return source.refetch(range);
    }

    @Override
    public void cancel() {
        source.cancel();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
