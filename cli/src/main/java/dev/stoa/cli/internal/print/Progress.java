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
package dev.stoa.cli.internal.print;

import java.io.Closeable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on the error stream, if that is a terminal (the launcher knows: {@code -Dstoa.terminal=true}); otherwise
 * nothing. With {@code -Dstoa.terminal.out=true} the output is one, too. Safe for use by several threads.
 */
public final class Progress implements Closeable {
    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    /** No bar. */
    public static Progress none() {
        return new Progress(null);
    }

    /**
     * Starts a bar.
     *
     * @param total units of the task, such as bytes
     * @param unitName shown after the count, such as MB
     * @param unitSize units in one of those
     */
    public static Progress start(String task, long total, String unitName, long unitSize) {
        if (!Boolean.getBoolean("stoa.terminal")) {
            return none();
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unitName, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .clearDisplayOnFinish()
                .build());
    }

    /** Adds units to those done. */
    public void advance(long units) {
        if (bar != null) {
            bar.stepBy(units);
        }
    }

    /** Sets the number of units done. */
    public void reach(long units) {
        if (bar != null) {
            bar.stepTo(units);
        }
    }

    /** Sets the number of units done and the total. */
    public void reach(long units, long ofUnits) {
        if (bar != null) {
            bar.maxHint(ofUnits);
            bar.stepTo(units);
        }
    }

    /** Shows a note next to the bar; an empty one removes it. */
    public void note(String what) {
        if (bar != null) {
            bar.setExtraMessage(what);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
