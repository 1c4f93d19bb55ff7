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
package dev.stoa.writer;

import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.dictionary.DictionaryBudget;
import dev.stoa.vio.FileSink;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The things that the columns of one writer share: the file, the spill, the budgets, the threads with their scratch space. */
final class WriterContext implements Closeable {
    private static final long MAX_DICTIONARY_BYTES = 64L << 20;

    private final WriterOptions options;
    private final String file;
    private final Output output;
    private final Spill spill;
    private final Budget budget;
    private final DictionaryBudget dictionaries;
    private final Workers workers;
    private final List<NodeWriter> nodes = new ArrayList<>();
    /** The bytes held after memory was last given back. Below a little more than this, giving back would not help again. */
    private long heldAtRelief;

    private boolean relieving;
    /** While several threads append, nothing is given back: that is for one thread. */
    private boolean appending;

    WriterContext(FileSink sink, WriterOptions options) {
        this.options = options;
        this.file = sink.id();
        this.output = new Output(sink);
        this.spill = new Spill(options.spillFolder());
        this.budget = new Budget(options.memory());
        this.dictionaries = new DictionaryBudget(
                Math.min(MAX_DICTIONARY_BYTES, options.memory().limit() / 4));
        this.workers = new Workers(
                options.threads(), () -> new Workspace(new EncoderContext(dictionaries, options.profile())));
    }

    WriterOptions options() {
        return options;
    }

    Output output() {
        return output;
    }

    Spill spill() {
        return spill;
    }

    Budget budget() {
        return budget;
    }

    /** The scratch space of the calling thread. */
    Workspace workspace() {
        return workers.workspace();
    }

    /** Makes a column known, in node order. */
    void add(NodeWriter node) {
        nodes.add(node);
    }

    /** All columns in node order. */
    List<NodeWriter> nodes() {
        return nodes;
    }

    /**
     * Lets columns append a piece, then writes the extents that have become full, in the order of the columns. So the file
     * does not depend on the number of threads.
     */
    void append(int columns, Workers.Task piece) throws IOException {
        dictionaries.beginRound(nodes.size());
        appending = workers.areMany();
        try {
            workers.run(columns, piece);
        } finally {
            appending = false;
        }
        for (NodeWriter node : nodes) {
            node.store().writeSealed();
        }
        relieve();
    }

    /** Gives memory back if the pool is short of it. */
    void relieve() throws IOException {
        if (appending || relieving || !budget.isShort() || budget.held() < heldAtRelief + heldAtRelief / 4) {
            return;
        }
        relieving = true;
        long target = budget.share() / 2;
        if (spill.isPossible()) {
            for (NodeWriter node : nodes) {
                node.store().spill(spill);
            }
            if (budget.held() > target) {
                for (NodeWriter node : nodes) {
                    node.saveAside(spill);
                }
            }
            if (budget.held() > target) {
                for (NodeWriter node : nodes) {
                    node.store().closeGranule();
                    node.store().spill(spill);
                }
            }
        } else {
            for (NodeWriter node : nodes) {
                node.store().flushExtent();
                node.releaseIdle();
            }
            if (budget.held() > target) {
                for (NodeWriter node : nodes) {
                    node.store().closeGranule();
                    node.store().flushExtent();
                }
            }
            if (budget.held() > budget.limit()) {
                throw new StoaException(file + ": unfinished vectors need " + budget.held()
                        + " bytes of memory, the pool has " + budget.limit()
                        + ": name a folder to spill to, or enlarge the pool");
            }
        }
        heldAtRelief = budget.held();
        relieving = false;
    }

    /** Ends the threads, removes spilled bytes and gives all memory back. */
    @Override
    public void close() throws IOException {
        workers.close();
        budget.close();
        spill.close();
    }
}
