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
package dev.stoa.trino;

import io.trino.testing.TestingConnectorBehavior;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What the connector does, where it is not what Trino's tests expect of a connector; docs/trino.md has the reasons. */
final class Behaviours {
    private static final Set<TestingConnectorBehavior> MISSING = EnumSet.of(
            TestingConnectorBehavior.SUPPORTS_CREATE_VIEW,
            TestingConnectorBehavior.SUPPORTS_CREATE_MATERIALIZED_VIEW,
            TestingConnectorBehavior.SUPPORTS_DEFAULT_COLUMN_VALUE,
            TestingConnectorBehavior.SUPPORTS_ADD_COLUMN_NOT_NULL_CONSTRAINT,
            TestingConnectorBehavior.SUPPORTS_AGGREGATION_PUSHDOWN,
            TestingConnectorBehavior.SUPPORTS_TOPN_PUSHDOWN);
    private static final Set<TestingConnectorBehavior> PRESENT = EnumSet.of(
            TestingConnectorBehavior.SUPPORTS_CREATE_OR_REPLACE_TABLE,
            TestingConnectorBehavior.SUPPORTS_LIMIT_PUSHDOWN,
            TestingConnectorBehavior.SUPPORTS_REPORTING_WRITTEN_BYTES);

    private Behaviours() {}

    /** Whether the connector has a behaviour; empty where the tests assume the right thing. */
    static Optional<Boolean> has(TestingConnectorBehavior behaviour) {
        if (MISSING.contains(behaviour)) {
            return Optional.of(false);
        }
        return PRESENT.contains(behaviour) ? Optional.of(true) : Optional.empty();
    }
}
