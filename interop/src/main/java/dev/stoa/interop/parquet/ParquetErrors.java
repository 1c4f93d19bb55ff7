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
package dev.stoa.interop.parquet;

import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.internal.FormatErrors;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;

/** Makes one kind of error of what parquet-java throws for bad files, and puts before it where it happened. */
final class ParquetErrors {
    private static final FormatErrors ERRORS = new FormatErrors("Parquet", List.of("org.apache.parquet."));

    private ParquetErrors() {}

    /** As {@link FormatErrors#explain}. */
    static IOException explain(String where, Throwable e) {
        if (e instanceof ParquetCryptoRuntimeException) {
            return new UnsupportedFileException(
                    where + ": it is encrypted, and Stoa reads no encrypted Parquet: " + text(e));
        }
        return ERRORS.explain(where, e);
    }

    /** As {@link FormatErrors#explainWrite}. */
    static IOException explainWrite(String where, Exception e) {
        return ERRORS.explainWrite(where, e);
    }

    /** As {@link FormatErrors#text}. */
    static String text(Throwable e) {
        return FormatErrors.text(e);
    }
}
