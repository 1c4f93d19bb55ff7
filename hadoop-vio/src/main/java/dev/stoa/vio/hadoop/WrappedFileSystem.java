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

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * The file system that {@link VioFileSystem} or {@link VioFs} wraps: the one that the key {@code stoa.vio.fs.SCHEME.impl}
 * or {@code stoa.vio.AbstractFileSystem.SCHEME.impl} names, else the one that Hadoop has for the scheme by default.
 */
final class WrappedFileSystem {

    private static final String DEFAULTS = "core-default.xml";

    private WrappedFileSystem() {}

    /** Returns the class of file systems for a scheme. */
    static Class<? extends FileSystem> of(String scheme, Configuration conf) throws IOException {
        String key = "stoa.vio.fs." + scheme + ".impl";
        Class<? extends FileSystem> type = configured(key, conf, FileSystem.class);
        if (type == null) {
            try {
                type = FileSystem.getFileSystemClass(scheme, defaults(conf));
            } catch (UnsupportedFileSystemException e) {
                throw unknown(scheme, key, e);
            }
        }
        return notItself(key, type, VioFileSystem.class);
    }

    /** Returns the class of file contexts' file systems for a scheme. */
    static Class<? extends AbstractFileSystem> abstractOf(String scheme, Configuration conf)
            throws UnsupportedFileSystemException {
        String key = "stoa.vio.AbstractFileSystem." + scheme + ".impl";
        Class<? extends AbstractFileSystem> type = configured(key, conf, AbstractFileSystem.class);
        if (type == null) {
            type = configured(contextKey(scheme), defaults(conf), AbstractFileSystem.class);
        }
        if (type == null) {
            throw unknown(scheme, key, null);
        }
        return notItself(key, type, VioFs.class);
    }

    /** Returns Hadoop's key for the class of file contexts' file systems. */
    static String contextKey(String scheme) {
        return "fs.AbstractFileSystem." + scheme + ".impl";
    }

    /** Returns the file system that Hadoop ships. */
    private static Configuration defaults(Configuration conf) {
        Configuration defaults = new Configuration(false);
        defaults.setClassLoader(conf.getClassLoader());
        defaults.addResource(DEFAULTS);
        return defaults;
    }

    private static <T> Class<? extends T> configured(String key, Configuration conf, Class<T> kind)
            throws UnsupportedFileSystemException {
        try {
            return conf.getClass(key, null, kind);
        } catch (RuntimeException e) { // Hadoop's wrapping of a missing class, or of one of another kind
            throw refused(key + " = " + conf.get(key) + ": no " + kind.getSimpleName() + " has this name", e);
        }
    }

    private static <T> Class<? extends T> notItself(String key, Class<? extends T> type, Class<?> self)
            throws UnsupportedFileSystemException {
        if (self.isAssignableFrom(type)) {
            throw refused(key + " = " + type.getName() + ": it would wrap itself; name the class that reads", null);
        }
        return type;
    }

    private static UnsupportedFileSystemException unknown(String scheme, String key, Throwable cause) {
        return refused("Hadoop has no file system of its own for " + scheme + ": set " + key + " to the class", cause);
    }

    private static UnsupportedFileSystemException refused(String message, Throwable cause) {
        UnsupportedFileSystemException refused = new UnsupportedFileSystemException(message);
        refused.initCause(cause);
        return refused;
    }
}
