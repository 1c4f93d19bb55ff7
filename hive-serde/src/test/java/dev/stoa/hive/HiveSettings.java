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

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of a Hive for tests. */
final class HiveSettings {
    private HiveSettings() {}

    /** The settings of a Hive that keeps all it has in a folder, and its metastore in a database. */
    static Map<String, String> of(Path folder, String database) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fs.defaultFS", "file:///");
        settings.put("hive.metastore.warehouse.dir", folder + "/warehouse");
        settings.put("hive.metastore.warehouse.external.dir", folder + "/external");
        settings.put("hive.exec.scratchdir", folder + "/scratch");
        settings.put("hive.exec.local.scratchdir", folder + "/local");
        settings.put("hive.user.install.directory", folder + "/install");
        settings.put("hive.downloaded.resources.dir", folder + "/resources");
        settings.put("tez.staging-dir", folder + "/tez");
        settings.put("javax.jdo.option.ConnectionURL", database);
        settings.put("javax.jdo.option.ConnectionDriverName", "org.apache.derby.iapi.jdbc.AutoloadedDriver");
        settings.put("derby.stream.error.file", folder + "/derby.log");
        settings.put("datanucleus.schema.autoCreateAll", "true");
        settings.put("datanucleus.autoStartMechanismMode", "ignored");
        settings.put("hive.metastore.schema.verification", "false");
        settings.put("hive.metastore.uris", "");
        settings.put("hive.metastore.event.db.notification.api.auth", "false");
        settings.put("metastore.metastore.event.db.notification.api.auth", "false");
        settings.put("hive.notification.event.poll.interval", "0s");
        settings.put("hive.support.concurrency", "false");
        settings.put("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
        settings.put("hive.create.as.insert.only", "false");
        settings.put("metastore.create.as.acid", "false");
        settings.put("hive.create.as.acid", "false");
        settings.put("hive.create.as.external.legacy", "true");
        settings.put("hive.materializedview.rewriting", "false");
        settings.put("hive.security.authorization.enabled", "false");
        settings.put("hive.exec.dynamic.partition.mode", "nonstrict");
        settings.put("hive.execution.engine", "tez");
        settings.put("hive.tez.container.size", "256");
        settings.put("hive.tez.exec.print.summary", "false");
        settings.put("hive.tez.input.format", "org.apache.hadoop.hive.ql.io.HiveInputFormat");
        settings.put("hive.query.results.cache.enabled", "false");
        settings.put("hive.local.time.zone", "UTC");
        settings.put("hive.session.silent", "true");
        settings.put("hive.stats.column.autogather", "false");
        // a pause here and there is most of what a small query takes
        settings.put("tez.am.am-rm.heartbeat.interval-ms.max", "10");
        settings.put("tez.task.am.heartbeat.interval-ms.max", "10");
        settings.put("tez.task.get-task.sleep.interval-ms.max", "10");
        settings.put("hive.tez.dag.status.check.interval", "20ms");
        settings.put("tez.counters.max", "2000");
        settings.put("tez.counters.max.groups", "1000");
        settings.put("tez.local.mode", "true");
        settings.put("tez.local.mode.without.network", "true");
        settings.put("tez.ignore.lib.uris", "true");
        settings.put("tez.runtime.optimize.local.fetch", "true");
        settings.put("tez.am.dag.cleanup.on.completion", "false");
        settings.put("tez.am.log.level", "ERROR");
        return settings;
    }
}
