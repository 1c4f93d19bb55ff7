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
package dev.stoa.spark.internal.store;

import dev.stoa.vio.Folder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The names of the tables that this process has loaded.
 *
 * <p>Spark finds the cached rows of a table by its name alone. A table may have several, in several catalogs, and a path.
 */
public final class LoadedNames {
    private static final Map<String, Set<List<String>>> NAMES = new ConcurrentHashMap<>();

    private LoadedNames() {}

    /** Notes the name, which begins with its catalog's, of the table in a folder. */
    public static void add(Folder folder, List<String> name) {
        NAMES.computeIfAbsent(folder.id(), id -> ConcurrentHashMap.newKeySet()).add(List.copyOf(name));
    }

    /** Makes Spark read the cached rows of a changed table again, whatever the name of the change. Spark drops rows that it can't read again. */
    public static void refreshCached(Folder folder) {
        SparkSession session = SparkSession.active();
        CacheManager cache = session.sharedState().cacheManager();
        if (cache.isEmpty()) {
            return;
        }
        for (List<String> name : NAMES.getOrDefault(folder.id(), Set.of())) {
            cache.recacheTableOrView(session, CollectionConverters.asScala(name).toSeq(), false);
        }
    }
}
