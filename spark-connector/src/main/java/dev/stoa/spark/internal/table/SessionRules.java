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
package dev.stoa.spark.internal.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.ExperimentalMethods;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.classic.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/** Rules in the last batch of Spark's optimiser. They need no extension of the session. */
final class SessionRules {
    private SessionRules() {}

    /** Adds a rule to the active session, unless the session has one of that class. Later queries use it. */
    static synchronized void add(Rule<LogicalPlan> rule) {
        ExperimentalMethods methods = SparkSession.active().experimental();
        List<Rule<LogicalPlan>> rules = new ArrayList<>(CollectionConverters.asJava(methods.extraOptimizations()));
        if (rules.stream().noneMatch(rule.getClass()::isInstance)) {
            rules.add(rule);
            methods.extraOptimizations_$eq(CollectionConverters.asScala(rules).toSeq());
        }
    }
}
