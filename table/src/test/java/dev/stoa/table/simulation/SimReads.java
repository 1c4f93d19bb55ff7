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
package dev.stoa.table.simulation;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.reader.Filter;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableDiff;
import dev.stoa.table.internal.scan.OrderedRows;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** What a client reads, against the model. */
final class SimReads {
    private final SimWorld world;
    private final SimModel model;
    private final Table table;
    private final SimClient client;
    private final List<Snapshot> held = new ArrayList<>();

    SimReads(SimClient client, SimModel model, Table table) {
        this.client = client;
        this.world = client.world();
        this.model = model;
        this.table = table;
    }

    /** Reads something. */
    void run() {
        int what = world.random().nextInt(12);
        if (what < 4) {
            newest();
        } else if (what < 7 && !held.isEmpty()) {
            again(held.get(world.random().nextInt(held.size())));
        } else if (what < 9) {
            version(world.random().nextInt((int) model.newest() + 1));
        } else if (what < 10) {
            instant();
        } else if (what < 11) {
            difference();
        } else {
            commits();
        }
    }

    private void begin(String what) {
        client.begin(SimIntent.none(what));
    }

    private static AssertionError wrong(String what, Throwable cause) {
        return new AssertionError(what, cause);
    }

    private void check(boolean holds, String what) {
        if (!holds && model.lives()) {
            throw new AssertionError(what);
        }
    }

    private void excuse(String what, IOException e) {
        if (!client.excuses(e) && model.lives()) {
            throw wrong(what + " failed without a fault of the store", e);
        }
    }

    /** The newest version is at least the one that was there before anybody asked. */
    void newest() {
        long before = model.newest();
        begin("read the newest version");
        try {
            Snapshot snapshot = table.snapshot();
            check(snapshot.version() >= before, "version " + snapshot.version() + " is read where " + before + " is");
            same(snapshot);
            if (world.random().nextBoolean()) {
                held.add(snapshot);
            }
        } catch (IOException e) {
            excuse("reading the newest version", e);
        }
    }

    private void again(Snapshot snapshot) {
        begin("read again version " + snapshot.version());
        try {
            same(snapshot);
        } catch (IOException e) {
            held.remove(snapshot);
            if (model.isKept(snapshot.version(), world.now())) {
                excuse("reading version " + snapshot.version() + " again", e);
            }
        }
    }

    /** Reads all versions of a branch. */
    void all() {
        for (long version = model.newest(); version >= model.first(); version--) {
            version(version);
        }
    }

    /** Reads an old version; whether it was there. */
    boolean version(long number) {
        begin("read version " + number);
        try {
            Snapshot snapshot = table.snapshotAt(number);
            check(snapshot.version() == number, "version " + snapshot.version() + " is read in place of " + number);
            same(snapshot);
            return true;
        } catch (IOException e) {
            if (model.isKept(number, world.now())) {
                excuse("reading version " + number, e);
            }
            return false;
        }
    }

    private void instant() {
        Instant instant = Instant.EPOCH.plusNanos((long) (world.random().nextDouble()
                * Duration.between(Instant.EPOCH, world.now()).toNanos()));
        Optional<SimVersion> least = model.at(instant);
        begin("read as of " + instant);
        try {
            Snapshot snapshot = table.snapshotAt(instant);
            check(!snapshot.time().isAfter(instant), snapshot + " is after " + instant);
            check(
                    snapshot.version() >= least.map(SimVersion::number).orElse(0L)
                            && snapshot.version()
                                    <= model.at(instant).orElseThrow().number(),
                    "version " + snapshot.version() + " is read as of " + instant);
            same(snapshot);
        } catch (IOException e) {
            if (least.isPresent() && model.isKept(least.get().number(), world.now())) {
                excuse("reading as of " + instant, e);
            }
        }
    }

    private void commits() {
        long before = model.newest();
        begin("list commits");
        try {
            List<CommitInfo> commits = table.commits(5);
            check(commits.get(0).version() >= before, "the history ends before version " + before);
            for (CommitInfo commit : commits) {
                check(commit.equals(model.version(commit.version()).info()), "the history has " + commit);
            }
        } catch (IOException e) {
            excuse("listing commits", e);
        }
    }

    /** A snapshot is what the model says, all of it and some of it. */
    void same(Snapshot snapshot) throws IOException {
        if (!model.lives()) {
            return;
        }
        SimVersion version = model.version(snapshot.version());
        check(snapshot.commit().equals(version.info()), snapshot + " is " + snapshot.commit());
        check(snapshot.schema().equals(version.schema()), snapshot + " has the columns " + snapshot.schema());
        same(version.texts(), sorted(Rows.read(snapshot)), snapshot.toString());
        check(snapshot.rowCount() == version.rows().size(), snapshot + " says that it has " + snapshot.rowCount());
        if (world.random().nextInt(3) == 0) {
            int number = world.random().nextInt(SimWrites.VALUES);
            List<Map<Integer, Object>> some = version.rows().values().stream()
                    .filter(row -> Objects.equals(row.get(SimModel.NUMBER), number))
                    .toList();
            same(
                    SimEffect.texts(some, version.schema()),
                    sorted(Rows.read(snapshot, Filter.equal("n", number))),
                    snapshot + " where n = " + number);
        }
        if (!snapshot.properties().sortedBy().isEmpty() && world.random().nextInt(3) == 0) {
            inOrder(snapshot);
        }
    }

    private static List<String> sorted(List<String> texts) {
        texts.sort(null);
        return texts;
    }

    private void same(List<String> expected, List<String> read, String where) {
        check(expected.equals(read), where + ": " + read + " is read where " + expected + " is");
    }

    private void inOrder(Snapshot snapshot) throws IOException {
        boolean descending = snapshot.properties().sortedBy().get(0).descending();
        int at = snapshot.schema().indexOf("k").orElseThrow();
        Map<UUID, NavigableMap<Long, List<Object>>> rows = OrderedRows.byRow(snapshot);
        for (UUID host : OrderedRows.hosts(snapshot)) {
            List<String> keys = new ArrayList<>();
            for (String row : OrderedRows.of(snapshot, host, rows)) {
                keys.add(row.substring(1, row.length() - 1).split(", ", -1)[at]);
            }
            for (int i = 1; i < keys.size(); i++) {
                long before = Long.parseLong(keys.get(i - 1));
                long after = Long.parseLong(keys.get(i));
                check(descending ? before >= after : before <= after, snapshot + " has " + keys + " in " + host);
            }
        }
    }

    private void difference() {
        long one = world.random().nextInt((int) model.newest() + 1);
        long other = world.random().nextInt((int) model.newest() + 1);
        begin("difference of versions " + one + " and " + other);
        try {
            Snapshot from = table.snapshotAt(one);
            Snapshot to = table.snapshotAt(other);
            if (!from.schema().equals(to.schema())) {
                return;
            }
            List<String> rows = new ArrayList<>(model.version(one).texts());
            try (TableDiff diff = TableDiff.of(from, to)) {
                while (diff.next()) {
                    TableDiff.Rows changed = diff.rows();
                    for (int i = 0; i < changed.rows().length; i++) {
                        if (changed.before().isPresent()) {
                            String text = text(changed.before().get(), i);
                            check(rows.remove(text), from + " to " + to + ": there was no row " + text);
                        }
                        if (changed.after().isPresent()) {
                            rows.add(text(changed.after().get(), i));
                        }
                    }
                }
            }
            same(model.version(other).texts(), sorted(rows), from + " to " + to);
        } catch (IOException e) {
            if (model.isKept(one, world.now()) && model.isKept(other, world.now())) {
                excuse("the difference of versions " + one + " and " + other, e);
            }
        }
    }

    private static String text(Batch batch, int row) {
        List<Object> values = new ArrayList<>();
        for (ColumnVector column : batch.columns()) {
            values.add(Rows.value(column, batch.selected(row)));
        }
        return values.toString();
    }
}
