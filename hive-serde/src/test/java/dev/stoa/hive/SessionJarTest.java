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

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.hive.internal.session.SessionJar;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Classes that {@code add jar} gives to a session: its loader is below the one that has Hive's. */
@Tag("engine")
class SessionJarTest {

    @Test
    void tasksInTheSameProcessDoNotFindThem() throws Exception {
        List<URL> ours = new ArrayList<>();
        List<URL> others = new ArrayList<>();
        String ownPath = Path.of(StoaSerDe.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : all.split(File.pathSeparator, -1)) {
            boolean isOwn = entry.equals(ownPath);
            (isOwn ? ours : others).add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader hive =
                        new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
                URLClassLoader session = new URLClassLoader(ours.toArray(URL[]::new), hive)) {
            Class<?> configuration = hive.loadClass("org.apache.hadoop.conf.Configuration");
            Object conf = configuration.getConstructor(boolean.class).newInstance(false);
            Method set = configuration.getMethod("setBoolean", String.class, boolean.class);
            Method refuse = session.loadClass(SessionJar.class.getName()).getDeclaredMethod("refuse", configuration);
            refuse.setAccessible(true);
            refuse.invoke(null, conf);
            set.invoke(conf, "tez.local.mode", true);
            InvocationTargetException refused =
                    assertThrows(InvocationTargetException.class, () -> refuse.invoke(null, conf));
            String message = refused.getCause().getMessage();
            assertTrue(message.contains("HIVE_AUX_JARS_PATH"), message);
        }
    }
}
