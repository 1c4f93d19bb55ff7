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
package dev.stoa.hdfs.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Holds that each Hadoop has what the policies override and call. Policies are no public interface of HDFS. The folders of older
 * ones are in a property that the profile every-hadoop sets.
 */
final class LinksTest {
    private static final String HADOOP = "org/apache/hadoop/";
    private static final Set<String> OVERRIDDEN =
            Set.of("chooseTarget", "chooseTargetInOrder", "chooseReplicasToDelete", "isMovable", "setConf", "getConf");

    /** A method that one of our classes calls or overrides. */
    private record Method(String owner, String name, String descriptor) {}

    /** What a class of Hadoop declares. */
    private record Declared(List<String> parents, Map<String, Integer> methods) {}

    static Stream<String> hadoops() {
        String older = System.getProperty("stoa.older.hadoops", "");
        return Stream.concat(Stream.of(""), Arrays.stream(older.split(",")).filter(folder -> !folder.isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("hadoops")
    void everyHadoopHasWhatIsCalledAndOverridden(String folder) throws IOException {
        try (Jars hadoop = new Jars(folder)) {
            Set<String> missing = new TreeSet<>();
            int calls = 0;
            for (byte[] ours : classFiles()) {
                for (Method call : calls(ours)) {
                    calls++;
                    if (access(hadoop, call.owner(), call) < 0) {
                        missing.add(call.toString());
                    }
                }
            }
            assertEquals(Set.of(), missing, folder);
            assertTrue(calls > 40, "found " + calls + " calls of Hadoop only");
            for (Class<?> policy : List.of(
                    AffinityPolicy.class, AffinityRackFaultTolerantPolicy.class, AffinityAvailableSpacePolicy.class)) {
                assertEquals(OVERRIDDEN, overridden(hadoop, policy), folder + " " + policy);
            }
        }
    }

    @Test
    void theTestSeesWhatIsMissing() throws IOException {
        try (Jars hadoop = new Jars("")) {
            String owner = BlockPlacementPolicy.class.getName().replace('.', '/');
            assertEquals(-1, access(hadoop, owner, new Method(owner, "isMovable", "()V")));
            assertEquals(-1, access(hadoop, "org/apache/hadoop/None", new Method(owner, "isMovable", "()V")));
        }
    }

    /** Returns which methods of a policy take the place of one of Hadoop's. */
    private static Set<String> overridden(Jars hadoop, Class<?> policy) throws IOException {
        Set<String> names = new TreeSet<>();
        String parent = policy.getSuperclass().getName().replace('.', '/');
        List<String> parents = List.of(parent, "org/apache/hadoop/conf/Configurable");
        for (java.lang.reflect.Method method : policy.getDeclaredMethods()) {
            if (method.isSynthetic() || java.lang.reflect.Modifier.isPrivate(method.getModifiers())) {
                continue;
            }
            Method own = new Method(parent, method.getName(), org.objectweb.asm.Type.getMethodDescriptor(method));
            int access = Math.max(access(hadoop, parents.get(0), own), access(hadoop, parents.get(1), own));
            boolean isOpen = access >= 0
                    && (access & Opcodes.ACC_FINAL) == 0
                    && (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
            names.add(isOpen ? own.name() : own + " takes no method's place");
        }
        return names;
    }

    /** Returns the access of a method of a class or its parents, or -1 if they have no such method. */
    private static int access(Jars hadoop, String owner, Method method) throws IOException {
        Declared declared = hadoop.declared(owner);
        if (declared == null) {
            return -1;
        }
        int access = declared.methods().getOrDefault(method.name() + method.descriptor(), -1);
        for (int i = 0; i < declared.parents().size() && access < 0; i++) {
            access = access(hadoop, declared.parents().get(i), method);
        }
        return access;
    }

    private static List<byte[]> classFiles() throws IOException {
        Path classes = Path.of(AffinityPolicy.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .resolve("dev/stoa/hdfs/affinity");
        List<byte[]> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                all.add(Files.readAllBytes(file));
            }
        }
        return all;
    }

    private static List<Method> calls(byte[] classFile) {
        List<Method> calls = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String method, String type, boolean isInterface) {
                                        if (owner.startsWith(HADOOP)) {
                                            calls.add(new Method(owner, method, type));
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return calls;
    }

    /** The classes of a Hadoop: of the jars in a folder, or of this process. */
    private static final class Jars implements AutoCloseable {
        private final List<JarFile> jars = new ArrayList<>();
        private final Map<String, Declared> known = new HashMap<>();

        Jars(String folder) throws IOException {
            if (!folder.isEmpty()) {
                try (Stream<Path> files = Files.list(Path.of(folder))) {
                    for (Path jar : files.toList()) {
                        jars.add(new JarFile(jar.toFile()));
                    }
                }
                assertEquals(2, jars.size(), folder);
            }
        }

        Declared declared(String name) throws IOException {
            if (known.containsKey(name)) {
                return known.get(name);
            }
            Declared found = null;
            try (InputStream in = open(name + ".class")) {
                if (in != null) {
                    found = parse(in.readAllBytes());
                }
            }
            known.put(name, found);
            return found;
        }

        private InputStream open(String file) throws IOException {
            for (JarFile jar : jars) {
                if (jar.getEntry(file) != null) {
                    return jar.getInputStream(jar.getEntry(file));
                }
            }
            boolean isHere = jars.isEmpty() || file.startsWith("java/");
            return isHere ? ClassLoader.getSystemResourceAsStream(file) : null;
        }

        private static Declared parse(byte[] classFile) {
            ClassReader reader = new ClassReader(classFile);
            List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
            if (reader.getSuperName() != null) {
                parents.add(0, reader.getSuperName());
            }
            Map<String, Integer> methods = new HashMap<>();
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access, String name, String descriptor, String signature, String[] thrown) {
                            methods.put(name + descriptor, access);
                            return null;
                        }
                    },
                    ClassReader.SKIP_CODE);
            return new Declared(parents, methods);
        }

        @Override
        public void close() throws IOException {
            for (JarFile jar : jars) {
                jar.close();
            }
        }
    }
}
