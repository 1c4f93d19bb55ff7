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
package dev.stoa.vio.hadoop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * What a class file refers to in other people's classes, and what of that is not there in this process.
 *
 * @param count of references
 * @param missing classes and members
 */
record References(int count, Set<String> missing) {

    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int INTERFACE_METHOD = 11;
    private static final int METHOD_TYPE = 16;

    /** Reads the constant pool of a class file: all that the class links stands there. */
    static References of(byte[] classFile, String prefix) {
        ClassReader reader = new ClassReader(classFile);
        char[] buffer = new char[reader.getMaxStringLength()];
        int count = 0;
        Set<String> missing = new TreeSet<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at == 0) {
                continue; // the second half of a long or double
            }
            int tag = reader.readByte(at - 1);
            if (tag == CLASS) {
                for (String name : ours(List.of(Type.getObjectType(reader.readUTF8(at, buffer))), prefix)) {
                    count++;
                    if (find(name).isEmpty()) {
                        missing.add(name);
                    }
                }
            } else if (tag == METHOD_TYPE) {
                Type type = Type.getMethodType(reader.readUTF8(at, buffer));
                List<Type> types = new ArrayList<>(List.of(type.getArgumentTypes()));
                types.add(type.getReturnType());
                for (String name : ours(types, prefix)) {
                    count++;
                    if (find(name).isEmpty()) {
                        missing.add(name);
                    }
                }
            } else if (tag >= FIELD && tag <= INTERFACE_METHOD) {
                String owner = reader.readClass(at, buffer);
                int nameAndType = reader.getItem(reader.readUnsignedShort(at + 2));
                String name = reader.readUTF8(nameAndType, buffer);
                String descriptor = reader.readUTF8(nameAndType + 2, buffer);
                if (owner.startsWith(prefix)) {
                    count++;
                    String className = owner.replace('/', '.');
                    if (find(className).stream().noneMatch(type -> has(type, name, descriptor))) {
                        missing.add(className + "." + name + descriptor);
                    }
                }
            }
        }
        return new References(count, missing);
    }

    private static List<String> ours(List<Type> types, String prefix) {
        return types.stream()
                .map(type -> type.getSort() == Type.ARRAY ? type.getElementType() : type)
                .filter(type ->
                        type.getSort() == Type.OBJECT && type.getInternalName().startsWith(prefix))
                .map(Type::getClassName)
                .toList();
    }

    /** The class of a name, or nothing. */
    private static List<Class<?>> find(String name) {
        try {
            return List.of(Class.forName(name, false, References.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return List.of();
        }
    }

    private static boolean has(Class<?> type, String name, String descriptor) {
        if (Arrays.stream(type.getDeclaredFields())
                        .anyMatch(f -> f.getName().equals(name)
                                && Type.getDescriptor(f.getType()).equals(descriptor))
                || Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(m -> m.getName().equals(name)
                                && Type.getMethodDescriptor(m).equals(descriptor))
                || Arrays.stream(type.getDeclaredConstructors())
                        .anyMatch(c -> name.equals("<init>")
                                && Type.getConstructorDescriptor(c).equals(descriptor))) {
            return true;
        }
        // newer compilers call toString() and the like by the interface, and interfaces have those of Object
        Class<?> parent = type.isInterface() ? Object.class : type.getSuperclass();
        return parent != null && !name.equals("<init>") && has(parent, name, descriptor)
                || Arrays.stream(type.getInterfaces()).anyMatch(i -> has(i, name, descriptor));
    }
}
