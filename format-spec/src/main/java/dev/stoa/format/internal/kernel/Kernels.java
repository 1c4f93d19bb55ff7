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
package dev.stoa.format.internal.kernel;

import java.util.Optional;

/**
 * Chooses between plain Java and the Vector API, once per process.
 *
 * <p>The Vector API is an incubating module. A process has it only with {@code --add-modules jdk.incubator.vector} on its
 * command line, and Stoa never needs it. Stoa uses it from JDK 25 on. On JDK 17 it is slower than plain Java, and a test caught
 * its compiler in a wrong value. The JDKs in between are not measured.
 */
public final class Kernels {
    private static final String MODULE = "jdk.incubator.vector";
    private static final int OLDEST = 25;

    /** The fastest kernels that work here. */
    public static final KernelProvider BEST = vector().orElseGet(Kernels::portable);

    private Kernels() {}

    /** The kernels in plain Java. */
    public static KernelProvider portable() {
        return new PortableKernels();
    }

    /** The kernels on the Vector API, where they can be used. */
    static Optional<KernelProvider> vector() {
        if (Runtime.version().feature() < OLDEST
                || ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return Optional.empty();
        }
        try {
            // not linked to: that would need the module
            Class<?> type = Class.forName(Kernels.class.getPackageName() + ".VectorKernels");
            return Optional.of((KernelProvider) type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            // an incubating API may change from one JDK to the next; plain Java always works
            return Optional.empty();
        }
    }
}
