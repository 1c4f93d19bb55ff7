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

import dev.stoa.table.LostEntryException;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.Folder;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Random;

/** A process that works with the table, until it is killed. Whatever it asks of the store may go wrong. */
final class SimClient {
    private final SimWorld world;
    private final Duration skew;
    private SimIntent intent = SimIntent.none("nothing");
    private boolean dead;
    private int faults;
    private int spell;

    /** The process is gone; what its threads still do has no effect. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** How much goes wrong. */
    enum Risk {
        USUAL(1),
        /** Where files are synced and get their names, as most depends on the order there. */
        HIGH(6);

        private final int factor;

        Risk(int factor) {
            this.factor = factor;
        }

        double of(double probability) {
            return factor * probability;
        }
    }

    /** What is asked of the store. */
    interface Action<T> {
        T run() throws IOException;
    }

    SimClient(SimWorld world) {
        this.world = world;
        this.skew = Duration.ofNanos((long) (world.random().nextDouble() * SimWorld.SKEW.toNanos()));
    }

    SimWorld world() {
        return world;
    }

    boolean isDead() {
        return dead;
    }

    void die() {
        dead = true;
    }

    /** What it does from now on. */
    void begin(SimIntent next) {
        intent = next;
        faults = 0;
    }

    /** Whether something went wrong since it began what it does. */
    boolean hasFaults() {
        return faults > 0;
    }

    /** Whether a failure is no wonder: something went wrong, or an entry of the log was lost, and it says so. */
    boolean excuses(IOException e) {
        boolean isTold = e instanceof LostEntryException
                || e.getCause() instanceof LostEntryException
                || Arrays.stream(e.getSuppressed()).anyMatch(LostEntryException.class::isInstance);
        return hasFaults() || (isTold && world.isDamaged());
    }

    /** A fault that does not fail a request, such as an old listing. */
    void countFault() {
        faults++;
    }

    TableSettings settings() {
        return TableSettings.DEFAULT
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(500), this::sleep)
                .withRandom(new Random(world.random().nextLong()))
                .withIds(world::newId)
                .withKeptRows(world.random().nextBoolean() ? 0 : 16_384)
                .withClock(new Clock() {
                    @Override
                    public ZoneId getZone() {
                        return ZoneOffset.UTC;
                    }

                    @Override
                    public Clock withZone(ZoneId zone) {
                        return this;
                    }

                    @Override
                    public Instant instant() {
                        return world.now().plus(skew);
                    }
                });
    }

    Folder folder() {
        return switch (world.store().kind()) {
            case LOCAL -> SimFiles.local(this);
            case HDFS -> SimFiles.hdfs(this);
            case S3 -> new SimObjects(this);
        };
    }

    /** Opens a file. Of an object store it must still be there when it is read. */
    RangeSource open(String name) throws IOException {
        SimStore.Node node = read("open " + name, () -> existing(name));
        byte[] bytes = node.bytes();
        return RangeSources.of(
                name, bytes.length, StoreProfile.local(), BufferAllocator.pooled(), new PositionalReader() {
                    @Override
                    public int read(long position, ByteBuffer target) throws IOException {
                        if (world.store().kind() == SimStore.Kind.S3) {
                            existing(name);
                        }
                        if (position >= bytes.length) {
                            return -1;
                        }
                        int count = (int) Math.min(target.remaining(), bytes.length - position);
                        target.put(bytes, (int) position, count);
                        return count;
                    }

                    @Override
                    public void close() {
                        // nothing is held
                    }
                });
    }

    private SimStore.Node existing(String name) throws FileNotFoundException {
        return world.store().find(name).orElseThrow(() -> new FileNotFoundException(name));
    }

    private void sleep(Duration duration) {
        alive();
        world.scheduler().sleep(duration);
        alive();
    }

    private void alive() {
        if (dead) {
            throw new Killed();
        }
    }

    private void step(Risk risk) {
        alive();
        world.step(risk);
        alive();
        if (world.isKill(risk)) {
            dead = true;
            throw new Killed();
        }
    }

    /** Faults seldom come alone. */
    private boolean isFault(Risk risk) {
        if (spell > 0) {
            spell--;
            return world.chance(0.5);
        }
        return world.isFault(risk);
    }

    private IOException fault(String what) {
        faults++;
        spell = spell == 0 && world.chance(0.3) ? 6 : spell;
        return new FileSystemException(what, null, "simulated fault");
    }

    /** Asks for what changes nothing. */
    <T> T read(String what, Action<T> action) throws IOException {
        step(Risk.USUAL);
        if (isFault(Risk.USUAL)) {
            throw fault(what);
        }
        return action.run();
    }

    /** Asks for a change, which may be done although it seems to have failed, or the process is killed by then. */
    <T> T change(Risk risk, String what, Action<T> action) throws IOException {
        step(risk);
        if (isFault(risk)) {
            if (world.random().nextBoolean()) {
                run(action);
            }
            throw fault(what);
        }
        T done = run(action);
        if (world.isKill(risk)) {
            dead = true;
            throw new Killed();
        }
        return done;
    }

    /** Asks for a change that does not fail. */
    void must(Runnable action) {
        step(Risk.HIGH);
        action.run();
    }

    /** Asks for a change that may even be done after the client was told that it has failed. */
    void request(String what, Runnable action, Action<Void> checked) throws IOException {
        step(Risk.HIGH);
        boolean killed = world.isKill(Risk.HIGH);
        if (killed || isFault(Risk.HIGH)) {
            switch (world.random().nextInt(3)) {
                case 0 -> world.delay(intent, action);
                case 1 ->
                    world.causedBy(intent, () -> {
                        action.run();
                        return null;
                    });
                default -> {
                    // it never arrives
                }
            }
            if (killed) {
                dead = true;
                throw new Killed();
            }
            throw fault(what);
        }
        run(checked);
    }

    private <T> T run(Action<T> action) throws IOException {
        return world.causedBy(intent, action::run);
    }
}
