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
package dev.stoa.writer;

import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.columns.PageWriter;
import dev.stoa.format.internal.encoding.wire.ByteSink;

/** The scratch space of one thread that writes columns; between vectors nothing of a column is in it. */
final class Workspace {
    private final EncoderContext encoders;
    private final PageWriter pages = new PageWriter();
    private final ByteSink payload = new ByteSink(4096);
    private final ByteSink saved = new ByteSink(4096);

    Workspace(EncoderContext encoders) {
        this.encoders = encoders;
    }

    EncoderContext encoders() {
        return encoders;
    }

    /** Cuts pages; finished whenever a column leaves it to the next one. */
    PageWriter pages() {
        return pages;
    }

    /** For the payload of one vector. */
    ByteSink payload() {
        payload.clear();
        return payload;
    }

    /** For rows that are put aside. */
    ByteSink saved() {
        saved.clear();
        return saved;
    }
}
