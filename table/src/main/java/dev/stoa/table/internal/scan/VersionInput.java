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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.ExpiredVersionException;
import dev.stoa.table.Fragment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads an input of a scan. If the version expires meanwhile, an {@link ExpiredVersionException} reports it. */
public final class VersionInput implements DividedInput {
    private final TableImage image;
    private final Collection<Fragment> fragments;
    private final DividedInput input;

    /**
     * Wraps an input.
     *
     * @param fragments those that it may read
     */
    public VersionInput(TableImage image, Collection<Fragment> fragments, DividedInput input) {
        this.image = image;
        this.fragments = fragments;
        this.input = input;
    }

    @Override
    public Divided open(Division how) throws IOException {
        try {
            Divided divided = input.open(how);
            List<Part> parts = new ArrayList<>();
            for (Part part : divided.parts()) {
                parts.add(() -> open(part));
            }
            return new Divided(parts, divided.planned());
        } catch (IOException e) {
            throw MissingFiles.explained(image, fragments, e);
        }
    }

    private BatchSource open(Part part) throws IOException {
        try {
            return new Explained(part.open());
        } catch (IOException e) {
            throw MissingFiles.explained(image, fragments, e);
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private final class Explained implements BatchSource {
        private final BatchSource source;

        Explained(BatchSource source) {
            this.source = source;
        }

        @Override
        public boolean next() throws IOException {
            try {
                return source.next();
            } catch (IOException e) {
                throw MissingFiles.explained(image, fragments, e);
            }
        }

        @Override
        public Batch batch() {
            return source.batch();
        }

        @Override
        public ScanStats stats() {
            return source.stats();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
