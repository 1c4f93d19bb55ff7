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

/** A refusal by the metastore, or a failure to reach it. */
final class MetastoreException extends Exception {
    private static final long serialVersionUID = 1L;

    MetastoreException(Throwable cause) {
        super(firstLine(cause), cause);
    }

    /** Hive's messages may contain the trace of a cause. */
    private static String firstLine(Throwable cause) {
        String text = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return text.lines().findFirst().orElse("").strip();
    }

    /** Whether Hive has thrown an exception of a name. Its class is of a loader of its own. */
    boolean is(String name) {
        return getCause().getClass().getSimpleName().equals(name);
    }
}
