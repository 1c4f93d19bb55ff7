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
package dev.stoa.delta;

/** All base rows. */
final class BaseRuns extends Runs {
    private final long rows;
    private long position;
    private long end;

    BaseRuns(long rows) {
        this.rows = rows;
    }

    @Override
    long seek(long base) {
        position = base;
        end = base;
        return base;
    }

    @Override
    void extend(long base) {
        end = base;
    }

    @Override
    long quiet() {
        return rows - position;
    }

    @Override
    void pass(long passed) {
        position += passed;
    }

    @Override
    boolean more() {
        return position < end;
    }

    @Override
    boolean atEnd() {
        return end == rows;
    }

    @Override
    void take(long most) {
        first = position;
        count = Math.min(most, end - position);
        position += count;
    }
}
