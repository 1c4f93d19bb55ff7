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
package dev.stoa.spark;

import java.util.Arrays;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * The path that {@code format("stoa")} is given. Spark asks a source for the version of a path before it reads it, and never
 * when it writes. So a path where nothing exists may be the target of a write.
 */
final class PathIdentifier implements Identifier {
    private final String path;
    private boolean isRead;

    PathIdentifier(String path) {
        this.path = path;
    }

    /** Spark has asked for its version. */
    void read() {
        isRead = true;
    }

    /** Whether an identifier is a path where a write may make a table. */
    static boolean isWritten(Identifier identifier) {
        return identifier instanceof PathIdentifier given && !given.isRead;
    }

    @Override
    public String[] namespace() {
        return new String[0];
    }

    @Override
    public String name() {
        return path;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Identifier of && Arrays.equals(of.namespace(), namespace()) && path.equals(of.name());
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }

    @Override
    public String toString() {
        return path;
    }
}
