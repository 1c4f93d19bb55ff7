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
package dev.stoa.cli.internal.browse;

/**
 * A key that was pressed.
 *
 * @param key which key
 * @param character what it types, if it is {@link Key#CHARACTER}
 */
record Press(Key key, int character) {
    /** The keys that the browser knows. */
    enum Key {
        UP,
        DOWN,
        LEFT,
        RIGHT,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        ENTER,
        ESCAPE,
        BACKSPACE,
        CHARACTER,
        UNKNOWN
    }

    static Press of(Key key) {
        return new Press(key, 0);
    }

    static Press of(int character) {
        return new Press(Key.CHARACTER, character);
    }
}
