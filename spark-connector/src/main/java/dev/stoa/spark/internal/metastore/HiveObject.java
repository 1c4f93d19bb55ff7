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
package dev.stoa.spark.internal.metastore;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An object of a class of Hive. Spark loads these classes in a loader of their own, from the release of Hive that
 * {@code spark.sql.hive.metastore.version} names, so methods are found by name.
 */
record HiveObject(Object object) {

    /** Makes an object of a class. */
    static HiveObject make(ClassLoader classes, String name, Object... arguments) throws MetastoreException {
        try {
            for (Constructor<?> one : Class.forName(name, true, classes).getConstructors()) {
                if (fit(one.getParameterTypes(), arguments)) {
                    return new HiveObject(one.newInstance(arguments));
                }
            }
        } catch (InvocationTargetException e) {
            throw new MetastoreException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(unknown(name, arguments), e);
        }
        throw new IllegalStateException(unknown(name, arguments));
    }

    /** Calls the public method of a name that takes these arguments. */
    HiveObject call(String name, Object... arguments) throws MetastoreException {
        try {
            for (Method one : object.getClass().getMethods()) {
                if (one.getName().equals(name) && fit(one.getParameterTypes(), arguments)) {
                    return new HiveObject(one.invoke(object, arguments));
                }
            }
        } catch (InvocationTargetException e) {
            throw new MetastoreException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(unknown(name, arguments), e);
        }
        throw new IllegalStateException(unknown(object.getClass().getName() + "." + name, arguments));
    }

    private static boolean fit(Class<?>[] types, Object[] arguments) {
        if (types.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            boolean isNumber = types[i] == int.class && arguments[i] instanceof Integer;
            boolean isTruth = types[i] == boolean.class && arguments[i] instanceof Boolean;
            if (!isNumber && !isTruth && !types[i].isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    private static String unknown(String name, Object[] arguments) {
        return "the release of Hive that Spark uses has no "
                + name
                + Stream.of(arguments)
                        .map(it -> it.getClass().getSimpleName())
                        .collect(Collectors.joining(", ", "(", ")"))
                + ": name another by spark.sql.hive.metastore.version";
    }

    /** Returns the object as a value of Java. */
    <T> T as(Class<T> type) {
        return type.cast(object);
    }

    @Override
    public String toString() {
        return String.valueOf(object);
    }
}
