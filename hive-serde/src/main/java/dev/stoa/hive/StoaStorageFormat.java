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

import dev.stoa.hive.internal.session.SessionJar;
import java.util.Set;
import org.apache.hadoop.hive.ql.io.AbstractStorageFormatDescriptor;
import org.apache.hadoop.hive.ql.session.SessionState;

/** The meaning of {@code STORED AS STOA}; Hive finds it through the service loader. */
public final class StoaStorageFormat extends AbstractStorageFormatDescriptor {

    /** {@code STOA}. */
    @Override
    public Set<String> getNames() {
        return Set.of("STOA");
    }

    /**
     * {@link StoaInputFormat}.
     *
     * @throws IllegalStateException if a table is made whose tasks would not find it
     */
    @Override
    public String getInputFormat() {
        SessionState session = SessionState.get();
        if (session != null) {
            SessionJar.refuse(session.getConf());
        }
        return StoaInputFormat.class.getName();
    }

    /** {@link StoaOutputFormat}. */
    @Override
    public String getOutputFormat() {
        return StoaOutputFormat.class.getName();
    }

    /** {@link StoaSerDe}. */
    @Override
    public String getSerde() {
        return StoaSerDe.class.getName();
    }
}
