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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One history's store, time, chance and clients, and the model that they must agree with. */
final class SimWorld implements SimStore.Watcher {
    /** How young files are left alone by expiry. */
    static final Duration SAFE_AGE = Duration.ofMinutes(20);

    /** How far clocks go ahead. */
    static final Duration SKEW = Duration.ofSeconds(5);

    /** How long listings may be behind. */
    static final Duration STALE = Duration.ofSeconds(30);

    /** How long a request may be under way whose client has given up. */
    private static final Duration LATE = Duration.ofSeconds(60);

    private static final Pattern ENTRY = Pattern.compile("_stoa/(?:branches/([0-9a-f-]{36})/)?([0-9]{19})\\.commit");

    private final Random random;
    private final SimStore store;
    private final SimModel model = new SimModel(SAFE_AGE.minus(SKEW));
    private final SimBranches branches;
    private final SimScheduler scheduler;
    private final List<SimClient> clients = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private SimIntent cause = SimIntent.none("nobody");
    private double faults;
    private double kills;
    private double powerFailures;
    private boolean damaged;

    /** A request whose client does not wait for it any more. */
    private record Late(Instant due, SimIntent cause, Runnable action) {
        Void run() {
            action.run();
            return null;
        }
    }

    SimWorld(SimStore.Kind kind, Random random) {
        this.random = random;
        this.store = new SimStore(kind, this);
        this.branches = new SimBranches(model, store);
        this.scheduler = new SimScheduler(random, random.nextDouble());
    }

    /** From now on, at each operation of the store, these happen with so much probability. */
    void setOdds(double fault, double kill, double powerFailure) {
        faults = fault;
        kills = kill;
        powerFailures = powerFailure;
    }

    Random random() {
        return random;
    }

    SimStore store() {
        return store;
    }

    SimModel model() {
        return model;
    }

    SimBranches branches() {
        return branches;
    }

    SimScheduler scheduler() {
        return scheduler;
    }

    Instant now() {
        return scheduler.now();
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    boolean isFault(SimClient.Risk risk) {
        return chance(risk.of(faults));
    }

    boolean isKill(SimClient.Risk risk) {
        return chance(risk.of(kills));
    }

    UUID newId() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    SimClient newClient() {
        SimClient client = new SimClient(this);
        clients.add(client);
        return client;
    }

    /** Time passes; what was due is done. */
    void step(SimClient.Risk risk) {
        scheduler.step();
        doLate(now());
        if (store.kind() != SimStore.Kind.S3 && chance(risk.of(powerFailures))) {
            failPower();
        }
    }

    /** What clients have asked for, and given up, is done by now. */
    void doLate(Instant until) {
        for (Late request : List.copyOf(late)) {
            if (!request.due.isAfter(until)) {
                late.remove(request);
                causedBy(request.cause, request::run);
            }
        }
    }

    /** Something is done later, while its client is told that it was not. */
    void delay(SimIntent intent, Runnable action) {
        Instant due = now().plusNanos((long) (random.nextDouble() * LATE.toNanos()));
        late.add(new Late(due, intent, action));
    }

    /** Does something to the store because of what a client is about to do. */
    <T, E extends Exception> T causedBy(SimIntent intent, Action<T, E> action) throws E {
        SimIntent before = cause;
        cause = intent;
        try {
            return action.run();
        } finally {
            cause = before;
        }
    }

    /** Something done to the store. */
    interface Action<T, E extends Exception> {
        T run() throws E;
    }

    private void failPower() {
        clients.forEach(SimClient::die);
        clients.clear();
        store.failPower(random);
        long left = model.newest() + 1;
        while (left > 0 && store.find(entryName(left - 1)).isEmpty()) {
            left--; // those before the first one that is left may have been expired
        }
        model.truncate(left);
        branches.failPower();
    }

    /** An entry disappears of which an older one and later ones, or the hint, tell; whether there was one. */
    boolean loseEntry() {
        doLate(now().plus(Duration.ofDays(1)));
        long told = store.find("_stoa/hint")
                .map(node -> new String(node.bytes(), StandardCharsets.US_ASCII).strip())
                .filter(text -> !text.isEmpty())
                .map(Long::parseLong)
                .orElse(-1L);
        List<String> entries = new ArrayList<>();
        for (long version = 0; version < Math.max(model.newest(), told + 1); version++) {
            if (store.find(entryName(version)).isPresent()) {
                entries.add(entryName(version));
            }
        }
        if (!entries.isEmpty() && !entries.get(0).equals(entryName(model.newest()))) {
            entries.remove(0); // without it the table is as if it had been expired
        }
        damaged = !entries.isEmpty();
        if (damaged) {
            store.remove(entries.get(random.nextInt(entries.size())), now());
        }
        return damaged;
    }

    /** Whether an entry has disappeared. */
    boolean isDamaged() {
        return damaged;
    }

    private static String entryName(long version) {
        return entryName(Optional.empty(), version);
    }

    /** The name of an entry of the table, or of a branch. */
    static String entryName(Optional<UUID> branch, long version) {
        String log = branch.map(id -> "branches/" + id + "/").orElse("");
        return String.format(Locale.ROOT, "_stoa/%s%019d.commit", log, version);
    }

    List<String> oldList(String folder) {
        return store.oldList(folder, now().minus(STALE), random);
    }

    @Override
    public void came(String name, SimStore.Node node) {
        Matcher entry = ENTRY.matcher(name);
        if (entry.matches()) {
            long number = Long.parseLong(entry.group(2));
            if (entry.group(1) != null) {
                branches.publish(UUID.fromString(entry.group(1)), number, node.bytes(), cause);
            } else {
                model.publish(number, node.bytes(), cause, store);
                branches.came(model.version(number), cause);
            }
        }
    }

    @Override
    public void goes(String name) {
        model.remove(name, now());
        branches.remove(name, now());
    }
}
