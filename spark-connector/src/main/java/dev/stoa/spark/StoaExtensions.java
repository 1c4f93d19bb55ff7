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
package dev.stoa.spark;

import dev.stoa.spark.internal.catalog.AliasParser;
import dev.stoa.spark.internal.catalog.MergeSchema;
import dev.stoa.spark.internal.catalog.SelectiveScans;
import dev.stoa.spark.internal.catalog.SetNotNull;
import dev.stoa.spark.internal.catalog.StreamedVersions;
import dev.stoa.spark.internal.catalog.TableChangesFunction;
import dev.stoa.spark.internal.store.SparkVersion;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Statements of other table formats for tables of Stoa: {@code optimize}, {@code vacuum}, {@code restore}, {@code describe history},
 * {@code table_changes('t', 1, 3)}, {@code alter column c set not null}, and the option {@code mergeSchema}. Joins with large filtered tables get runtime filters. A catalog
 * works without it.
 *
 * <pre>
 * spark.sql.extensions  dev.stoa.spark.StoaExtensions
 * </pre>
 */
public final class StoaExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** Made by Spark. */
    public StoaExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        SparkVersion.check();
        extensions.injectParser((session, parser) -> new AliasParser(parser, session));
        extensions.injectHintResolutionRule(MergeSchema::new);
        extensions.injectHintResolutionRule(StreamedVersions::new);
        extensions.injectPostHocResolutionRule(session -> new SetNotNull());
        extensions.injectPreCBORule(session -> new SelectiveScans());
        extensions.injectTableFunction(TableChangesFunction.description());
        return BoxedUnit.UNIT;
    }
}
