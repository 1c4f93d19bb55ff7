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

import dev.stoa.format.Type;
import dev.stoa.reader.Aggregates;
import java.util.List;

/**
 * The changes of a sidecar, for the log.
 *
 * @param deletedRows how many rows it deletes
 * @param fields the fields that have new values, in the order of their declaration; none without values
 * @param insertedRows how many rows its anchors place
 */
public record SidecarSummary(long deletedRows, List<FieldChange> fields, long insertedRows) {
    /** Copies the list. */
    public SidecarSummary {
        fields = List.copyOf(fields);
    }

    /**
     * The new values of a field.
     *
     * @param fieldId the field's id
     * @param type of the values
     * @param rows how many rows have a new value
     * @param values their null count, and their bounds, where the type has an order
     */
    public record FieldChange(int fieldId, Type type, long rows, Aggregates.Column values) {}
}
