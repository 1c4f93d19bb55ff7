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
package dev.stoa.interop.avro;

import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.internal.FormatErrors;
import java.io.IOException;
import java.util.List;

/** Makes one kind of error of what Avro's library throws for bad files, and puts before it where it happened. */
final class AvroErrors {
    private static final FormatErrors ERRORS = new FormatErrors(
            "Avro",
            List.of(
                    "org.apache.avro.",
                    "org.apache.commons.compress.",
                    "org.tukaani.xz.",
                    "org.xerial.snappy.",
                    "com.github.luben.zstd.",
                    "java.util.zip."));

    private AvroErrors() {}

    /** As {@link FormatErrors#explain}. */
    static IOException explain(String where, Throwable e) {
        return e.getMessage() != null && e.getMessage().contains("Unrecognized codec")
                ? new UnsupportedFileException(where + ": " + FormatErrors.text(e))
                : ERRORS.explain(where, e);
    }

    /** As {@link FormatErrors#explainWrite}. */
    static IOException explainWrite(String where, Exception e) {
        return ERRORS.explainWrite(where, e);
    }

    /** The error for what Avro can't express. */
    static StoaException refuse(String column, String what) {
        return new StoaException("column '" + column + "' is " + what
                + ", which Avro can't express: leave it out with --select, or convert to Parquet");
    }
}
