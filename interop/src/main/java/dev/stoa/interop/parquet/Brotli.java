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

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Brotli, whose native library exists for the common platforms only. */
final class Brotli {
    private Brotli() {}

    static InputStream open(InputStream in) throws IOException {
        if (!isAvailable()) {
            throw new IOException("the native library of Brotli can't be loaded on this machine: "
                    + Brotli4jLoader.getUnavailabilityCause().getMessage());
        }
        return new BrotliInputStream(in);
    }

    static boolean isAvailable() {
        return Brotli4jLoader.isAvailable();
    }
}
