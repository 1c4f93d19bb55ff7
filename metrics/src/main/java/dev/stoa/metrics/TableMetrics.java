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
package dev.stoa.metrics;

import dev.stoa.table.CompactionCosts;
import dev.stoa.table.Table;
import dev.stoa.table.TableHealth;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health of a table, read again and again by a thread of its own. The gauges are those of the last reading, so a monitor
 * never waits for a store.
 *
 * <p>A reading costs what {@code stoa table health} costs: it reads the log, lists the folders of the table, and opens no data
 * file.
 */
public final class TableMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableMetrics.class);

    private static final String READABLE = "stoa_table_readable";

    private final Folder folder;
    private final Duration olderThan;
    private final Duration safeAge;
    private final Timer timer;
    private volatile Map<String, Number> gauges = Map.of();

    private TableMetrics(Folder folder, Duration olderThan, Duration safeAge) {
        this.folder = folder;
        this.olderThan = olderThan;
        this.safeAge = safeAge;
        timer = new Timer("stoa-metrics " + folder.id(), true);
    }

    /**
     * Reads the health of a table once, in this thread, and then in its own thread until {@link #close}. A table that can't be
     * read is no failure: its gauge says so, and the next reading tries again.
     *
     * @param folder the folder of the table
     * @param pause the time between two readings
     * @param olderThan versions of this age have expired, as in {@link TableHealth#of}
     * @param safeAge programs may use files and versions that are younger
     */
    public static TableMetrics watch(Folder folder, Duration pause, Duration olderThan, Duration safeAge) {
        if (pause.toMillis() <= 0) {
            throw new IllegalArgumentException("the pause is " + pause + ": it must be a millisecond or longer");
        }
        TableMetrics metrics = new TableMetrics(folder, olderThan, safeAge);
        metrics.read();
        TimerTask again = new TimerTask() {
            @Override
            public void run() {
                metrics.read();
            }
        };
        metrics.timer.schedule(again, pause.toMillis(), pause.toMillis());
        return metrics;
    }

    /** Reads the health now. */
    void read() {
        Map<String, Number> before = gauges;
        try {
            TableHealth health = TableHealth.of(
                    Table.open(folder, TableSettings.DEFAULT), olderThan, safeAge, CompactionCosts.DEFAULT);
            Map<String, Number> read = new LinkedHashMap<>(Map.of(READABLE, 1));
            read.putAll(health.gauges());
            gauges = Collections.unmodifiableMap(read);
        } catch (Throwable e) { // the thread goes on, and old figures don't pass for new ones
            gauges = Map.of(READABLE, 0);
            if (!gauges.equals(before)) {
                LOG.warn("the health of {} can't be read; its gauge {} is 0 until it can", folder.id(), READABLE, e);
            }
        }
    }

    /** Returns the identity of the table's folder. Each gauge has it as the label {@code table}. */
    public String table() {
        return folder.id();
    }

    /**
     * Returns what the last reading found: the gauges of {@link TableHealth#gauges}, and {@code stoa_table_readable}, which is 1.
     * If the table could not be read, this one is 0, and the others are missing.
     */
    public Map<String, Number> gauges() {
        return gauges;
    }

    /** Returns the names that gauges have. */
    public static Set<String> names() {
        Set<String> names = new LinkedHashSet<>(Set.of(READABLE));
        names.addAll(TableHealth.gaugeNames());
        return Collections.unmodifiableSet(names);
    }

    /** Ends the readings; one that runs comes to its end. The gauges then stay as they are. */
    @Override
    public void close() {
        timer.cancel();
    }
}
