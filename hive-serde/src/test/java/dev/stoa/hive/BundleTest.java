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
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.ql.io.StorageFormatDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Looks at the jar that is put beside Hive; runs when it is packaged. */
@Tag("engine")
@Tag("smoke")
class BundleTest {
    private static final Path BUNDLE = Path.of(System.getProperty("stoa.bundle"));

    @Test
    void classesAreOursOrRenamed() throws Exception {
        try (JarFile jar = new JarFile(BUNDLE.toFile())) {
            TreeSet<String> foreign = jar.stream()
                    .map(entry -> entry.getName().replaceFirst("^META-INF/versions/[0-9]+/", ""))
                    .filter(name -> name.endsWith(".class") && !name.startsWith("dev/stoa/"))
                    .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('/'))))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(new TreeSet<String>(), foreign, "packages that Hive or another bundle may have too");
        }
    }

    @Test
    void nothingElseIsForOthersToFind() throws Exception {
        try (JarFile jar = new JarFile(BUNDLE.toFile())) {
            List<String> services = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
                    .toList();
            assertEquals(List.of("META-INF/services/" + StorageFormatDescriptor.class.getName()), services);
        }
    }

    @Test
    void hiveFindsTheFormatAndItsClassesLoad() throws Exception {
        try (OwnClasses loader = new OwnClasses(BUNDLE.toUri().toURL())) {
            StorageFormatDescriptor format = ServiceLoader.load(StorageFormatDescriptor.class, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(found -> found.getNames().contains("STOA"))
                    .findFirst()
                    .orElseThrow();
            assertNotSame(StoaStorageFormat.class, format.getClass());
            for (String name : List.of(
                    format.getInputFormat(),
                    format.getOutputFormat(),
                    format.getSerde(),
                    StoaStorageHandler.class.getName())) {
                Object made = loader.loadClass(name).getDeclaredConstructor().newInstance();
                assertEquals(loader, made.getClass().getClassLoader());
            }
            // which needs the renamed libraries
            Class<?> buffers = loader.loadClass("dev.stoa.vio.BufferAllocator");
            assertEquals(
                    loader, buffers.getMethod("pooled").invoke(null).getClass().getClassLoader());
        }
    }

    /** Loads our packages from the bundle, all others as the tests do. */
    private static final class OwnClasses extends URLClassLoader {
        OwnClasses(URL bundle) {
            super(new URL[] {bundle}, BundleTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.stoa.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }
}
