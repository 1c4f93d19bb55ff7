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
package dev.stoa.cli;

import java.io.Closeable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on the error stream, if that is a terminal (the launcher knows: {@code -Dstoa.terminal=true}); otherwise
 * nothing. With {@code -Dstoa.terminal.out=true} the output is one, too. Safe for use by several threads.
 */
final class Progress implements Closeable {
    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    /** No bar. */
    static Progress none() {
        return new Progress(null);
    }

    /** Starts a bar of so many units, such as bytes shown in MB. */
    static Progress start(String task, long total, String unitName, long unitSize) {
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

    /** So many units more are done. */
    void advance(long units) {
        if (bar != null) {
            bar.stepBy(units);
        }
    }

    /** So many units are done in all. */
    void reach(long units) {
        if (bar != null) {
            bar.stepTo(units);
        }
    }

    /** So many units of so many are done. */
    void reach(long units, long ofUnits) {
        if (bar != null) {
            bar.maxHint(ofUnits);
            bar.stepTo(units);
        }
    }

    /** Says what is done meanwhile; nothing with an empty text. */
    void note(String what) {
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
