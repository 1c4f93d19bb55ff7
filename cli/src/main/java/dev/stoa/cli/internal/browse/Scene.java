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

import java.util.List;

/**
 * The text that a screen shows.
 *
 * @param path the titles of the views, from the first to the last
 * @param notes sentences above the list
 * @param head of the columns; those that begin with '>' are aligned to the right
 * @param lines cells by line
 * @param selected the number of the selected line among them; -1 for none
 * @param bottom the last line of the screen
 */
record Scene(
        List<String> path,
        List<String> notes,
        List<String> head,
        List<List<String>> lines,
        int selected,
        String bottom) {}
