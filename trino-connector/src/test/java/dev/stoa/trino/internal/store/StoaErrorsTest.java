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
package dev.stoa.trino.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.UnsupportedFileException;
import io.trino.spi.StandardErrorCode;
import java.io.FileNotFoundException;
import org.junit.jupiter.api.Test;

final class StoaErrorsTest {
    /** The store has delivered the file: another version of the connector reads it. */
    @Test
    void filesOfLaterVersionsAreNotSupported() {
        assertEquals(
                StandardErrorCode.NOT_SUPPORTED.toErrorCode(),
                StoaErrors.of(new UnsupportedFileException("a file needs feature 77"))
                        .getErrorCode());
        assertEquals(
                StoaErrors.Code.STOA_STORE.toErrorCode(),
                StoaErrors.of(new FileNotFoundException("gone")).getErrorCode());
    }
}
