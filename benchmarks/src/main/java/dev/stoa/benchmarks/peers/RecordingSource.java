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

import dev.stoa.benchmarks.harness.ForwardingSource;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadPlan;
import java.io.IOException;
import java.util.List;

/** A source that records the requested ranges. */
public final class RecordingSource extends ForwardingSource {
    private final List<List<Range>> asked;

    public RecordingSource(RangeSource source, List<List<Range>> asked) {
        super(source);
        this.asked = asked;
    }

    @Override
    public ReadPlan plan(List<Range> ranges) throws IOException {
        asked.add(List.copyOf(ranges));
        return source.plan(ranges);
    }
}
