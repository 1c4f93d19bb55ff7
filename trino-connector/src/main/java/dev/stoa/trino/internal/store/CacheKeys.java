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

import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.cache.CacheKeyProvider;
import java.util.Optional;

/**
 * Names the files that {@code fs.cache} keeps. The names of data files and sidecars have a UUID, and no name has other bytes later. Entries of the log
 * have numbers, which a table gets again that is dropped and made anew, so they are not kept.
 */
final class CacheKeys implements CacheKeyProvider {
    @Override
    public Optional<String> getCacheKey(TrinoInputFile file) {
        String location = file.location().toString();
        return location.matches(".*/(data|_stoa/sidecars)/.*\\.stoa") ? Optional.of(location) : Optional.empty();
    }
}
