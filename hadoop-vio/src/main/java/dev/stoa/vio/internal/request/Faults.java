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
package dev.stoa.vio.internal.request;

import dev.stoa.vio.ChangedFileException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The consequence of a failed attempt for the next one. */
final class Faults {

    /** How stores say "not so fast", whatever class their exceptions have: HTTP 429 and 503, and their usual names. */
    private static final Pattern THROTTLING = Pattern.compile(
            "(status|code|http\\S*|error|exception)\\W{0,4}(429|503)\\b|slow ?down|throttl|server ?busy|too ?many ?requests|rate ?limit ?exceeded");

    private static final int MAX_CAUSES = 10;

    private Faults() {}

    /** Returns whether another attempt is pointless: the file is gone, forbidden or another one, or the program is wrong. */
    static boolean isFinal(Throwable failure) {
        if (!(failure instanceof IOException)) {
            return true;
        }
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++, cause = cause.getCause()) {
            if (cause instanceof FileNotFoundException
                    || cause instanceof NoSuchFileException
                    || cause instanceof AccessDeniedException
                    || cause instanceof ChangedFileException) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the store asks for fewer requests. */
    static boolean isThrottling(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++, cause = cause.getCause()) {
            String text = cause.getClass().getSimpleName() + " " + cause.getMessage();
            if (cause instanceof IOException
                    && THROTTLING.matcher(text.toLowerCase(Locale.ROOT)).find()) {
                return true;
            }
        }
        return false;
    }
}
