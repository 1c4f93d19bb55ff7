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
package dev.stoa.hive.internal.session;

import java.time.Instant;
import java.time.ZoneId;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.TimestampTZUtil;
import org.apache.hadoop.hive.conf.HiveConf;

/** Instants as queries write them: without a zone, in that of the session. */
final class AsOf {
    private AsOf() {}

    static Instant instant(String text, Configuration configuration) {
        ZoneId zone =
                TimestampTZUtil.parseTimeZone(HiveConf.getVar(configuration, HiveConf.ConfVars.HIVE_LOCAL_TIME_ZONE));
        return Instant.ofEpochMilli(TimestampTZUtil.parse(text, zone).toEpochMilli());
    }
}
