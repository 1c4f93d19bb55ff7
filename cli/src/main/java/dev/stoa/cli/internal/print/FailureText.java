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
package dev.stoa.cli.internal.print;

import dev.stoa.format.StoaException;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.util.Optional;

/** Failures in one line. */
public final class FailureText {
    private FailureText() {}

    /** The message of a failure; stores put class names and whole traces into theirs, of which the first line says it. */
    public static String oneLine(Exception failure) {
        String message = Optional.ofNullable(failure.getMessage())
                .orElse(failure.getClass().getSimpleName())
                .lines()
                .findFirst()
                .orElse("");
        return failure instanceof StoaException
                        || failure instanceof WriteFailedException
                        || failure.getClass() == IOException.class
                ? message
                : message + " (" + failure.getClass().getSimpleName() + ")";
    }
}
