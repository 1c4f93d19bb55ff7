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

import java.util.regex.Pattern;

/** Keeps what opens a store out of messages, which end up in logs and tickets. */
public final class Credentials {
    private static final Pattern LOGIN = Pattern.compile("(?<=://)[^/@\\s]*@");

    private Credentials() {}

    /** Returns a text without logins in its URIs: {@code s3a://KEY:SECRET@bucket/f} is {@code s3a://***@bucket/f}. */
    public static String hidden(String text) {
        return LOGIN.matcher(text).replaceAll("***@");
    }
}
