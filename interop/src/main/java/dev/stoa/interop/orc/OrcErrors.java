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
package dev.stoa.interop.orc;

import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.internal.FormatErrors;
import java.io.IOException;
import java.util.List;

/** Makes one kind of error of what orc-core throws for bad files, and puts before it where it happened. */
final class OrcErrors {
    private static final FormatErrors ERRORS = new FormatErrors(
            "ORC",
            List.of(
                    "org.apache.orc.",
                    "org.apache.hadoop.hive.",
                    "com.google.protobuf.",
                    "org.xerial.snappy.",
                    "com.github.luben.zstd.",
                    "java.util.zip.",
                    "io.airlift."));

    private OrcErrors() {}

    /** As {@link FormatErrors#explain}. */
    static IOException explain(String where, Throwable e) {
        // ORC has no type of its own for it
        return e.getMessage() != null && e.getMessage().contains("future ORC version")
                ? new UnsupportedFileException(where + ": " + FormatErrors.text(e))
                : ERRORS.explain(where, e);
    }

    /** As {@link FormatErrors#explainWrite}. */
    static IOException explainWrite(String where, Exception e) {
        // such as bytes that are no geometry
        return e instanceof IOException && e.getCause() instanceof IllegalArgumentException bad
                ? new StoaException(where + ": can't be written as ORC: " + FormatErrors.text(bad), e)
                : ERRORS.explainWrite(where, e);
    }

    /** The error for what ORC can't express. */
    static StoaException refuse(String column, String what) {
        return new StoaException("column '" + column + "' is " + what
                + ", which ORC can't express: leave it out with --select, or convert to Parquet");
    }
}
