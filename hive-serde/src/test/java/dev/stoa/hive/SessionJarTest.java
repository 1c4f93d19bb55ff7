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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Classes that {@code add jar} gives to a session: its loader is below the one that has Hive's. */
@Tag("engine")
class SessionJarTest {

    @Test
    @SuppressWarnings("unchecked")
    void tasksInTheSameProcessDoNotFindThem() throws Exception {
        Set<String> added = Set.of(place(StoaSerDe.class), place(SessionJarCallers.class));
        List<URL> ours = new ArrayList<>();
        List<URL> others = new ArrayList<>();
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : all.split(File.pathSeparator, -1)) {
            (added.contains(entry) ? ours : others).add(Path.of(entry).toUri().toURL());
        }
        assertEquals(added.size(), ours.size());
        try (URLClassLoader hive =
                        new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
                URLClassLoader session = new URLClassLoader(ours.toArray(URL[]::new), hive)) {
            Map<String, String> told = ((Callable<Map<String, String>>)
                            session.loadClass(SessionJarCallers.class.getName())
                                    .getConstructor()
                                    .newInstance())
                    .call();
            assertEquals(Set.of("stored as", "create", "insert", "scan"), told.keySet());
            told.values().removeIf(message -> message.matches(".*added to this session only.*HIVE_AUX_JARS_PATH.*"));
            assertEquals(Map.of(), told, "not refused");
        }
    }

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
