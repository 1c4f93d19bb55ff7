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
package dev.stoa.table.internal.check;

import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.Verifier;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.log.CheckpointPart;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogRow;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks the parts that checkpoints share, each once: a state is read without their bounds. */
final class PartAudit {
    private final Log log;
    private final Map<String, List<Verifier.Problem>> problems = new HashMap<>();

    PartAudit(Log log) {
        this.log = log;
    }

    /** The first fault of the parts of a checkpoint. */
    Optional<String> problem(TableState checkpoint) throws IOException {
        Optional<String> first = Optional.empty();
        for (CheckpointPart part : checkpoint.held().base().all()) {
            String path = part.file().path();
            if (!problems.containsKey(path)) {
                problems.put(path, log.problems(path));
            }
            List<Verifier.Problem> found = problems.get(path);
            if (first.isEmpty() && !found.isEmpty()) {
                first = Optional.of("its part " + path + ": " + found.get(0));
            } else if (first.isEmpty()) {
                first = wrongBounds(checkpoint, part);
            }
        }
        return first;
    }

    /** The first field whose bounds in the checkpoint are not those of the fragments of a part. */
    private static Optional<String> wrongBounds(TableState checkpoint, CheckpointPart part) throws IOException {
        LogRow row = part.file().row();
        Collection<Fragment> fragments = part.fragments();
        Map<Integer, Type> leaves = checkpoint.schema().leaves();
        for (Map.Entry<Integer, Type> leaf : leaves.entrySet()) {
            Optional<ColumnBounds> told = FragmentBounds.ofRow(row, leaf.getKey(), leaf.getValue());
            if (told.isPresent()) {
                Optional<ColumnBounds> right = FragmentBounds.of(checkpoint.schema(), fragments, leaf.getKey());
                if (right.isEmpty() || !CheckpointCheck.isSame(told.get(), right.get())) {
                    return Optional.of("its bounds of the field " + leaf.getKey() + " in the part "
                            + part.file().path() + " are not those of the fragments there");
                }
            }
        }
        part.rows().forget();
        return Optional.empty();
    }

    /** The paths of all parts that were checked. */
    Set<String> paths() {
        return problems.keySet();
    }
}
