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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;

/** The frame of a web page with pictures: one file without scripts, in the colours that the browser prefers. */
public final class HtmlPage {
    private static final String TYPE = "<!DOCTYPE html>";

    /** The end of a page. */
    static final String END = "</body></html>\n";

    private static final String HEAD = """
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>TITLE</title>
            <style>
              :root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --faint: #667; --lane: #f0f2f5; --line: #99a; }
              @media (prefers-color-scheme: dark) {
                :root { --ink: #e3e7ec; --paper: #16191d; --faint: #9aa3ad; --lane: #262b31; --line: #778; }
              }
              body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; width: max-content; max-width: 100%; padding: 0 1em;
                box-sizing: border-box; color: var(--ink); background: var(--paper); overflow-x: auto; }
              h1 { font-size: 1.25em; word-break: break-all; } p.name { word-break: break-all; } h2 { font-size: 1em; margin: 1.6em 0 .4em; }
              table { border-collapse: collapse; }
              td, th { padding: .15em .8em .15em 0; text-align: right; font-weight: normal; white-space: nowrap; }
              th { color: var(--faint); } td.name, th.name { text-align: left; }
              td.text { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 7em; }
              td.name { min-width: 11em; max-width: 22em; overflow: hidden; text-overflow: ellipsis; }
              svg.lane { display: block; background: var(--lane); }
              svg.axis { display: block; } svg.axis text { font-size: 10px; fill: var(--faint); }
              svg.axis line { stroke: var(--line); }
              svg.lane, svg.axis { width: clamp(16em, 100vw - 44em, 880px); }
              table.grid { display: block; overflow-x: auto; }
              @media (max-width: 900px) {
                body { width: auto; }
                svg.lane, svg.axis { width: 100%; }
                table.lanes, table.lanes tbody { display: block; }
                table.lanes tr { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .8em; margin-bottom: .4em; }
                table.lanes th { display: none; } table.lanes td { padding-right: 0; white-space: normal; }
                table.lanes td.name { min-width: 8em; max-width: 100%; } table.lanes td.pic { order: 9; width: 100%; }
                td[data-head]::before { content: attr(data-head) " "; color: var(--faint); }
              }
            STYLE
              .legend span { margin-right: 1.6em; white-space: nowrap; display: inline-block; }
              .legend svg { width: 1em; height: 1em; vertical-align: -2px; margin-right: .4em; }
            </style></head><body>
            """;

    private HtmlPage() {}

    /**
     * Writes a page, whole or not at all. It may replace another page or an empty file.
     *
     * @throws CommandException if the target is a file of another kind, which may be data
     */
    public static void write(Path target, String page) throws IOException {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        boolean isThere = Files.exists(target);
        if (isThere && Files.readAttributes(target, BasicFileAttributes.class).isOther()) {
            Files.write(target, bytes); // a terminal or a pipe
            return;
        }
        if (isThere && Files.isRegularFile(target) && !isPage(target)) {
            throw CommandException.usage(
                    target + ": it is there and is no web page, so --html does not replace it: name another file");
        }
        try (FileSink sink = LocalFileSink.create(target, SinkOptions.DEFAULT.withOverwrite(true))) {
            sink.write(bytes);
            sink.commit();
        }
    }

    private static boolean isPage(Path file) throws IOException {
        byte[] type = TYPE.getBytes(StandardCharsets.UTF_8);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(type.length);
            return begin.length == 0 || Arrays.equals(begin, type);
        }
    }

    /**
     * Returns the beginning of a page.
     *
     * @param style the colours of its pictures
     */
    static String begin(String title, String style) {
        return TYPE + "\n" + HEAD.replace("TITLE", escaped(title)).replace("STYLE", style);
    }

    /** Returns an entry of a legend. */
    static String key(char kind, String text) {
        return "<span><svg viewBox=\"0 0 1 1\"><rect class=\"" + kind + "\" width=\"1\" height=\"1\"/></svg>"
                + escaped(text) + "</span> ";
    }

    /** Returns a cell with a name; the whole name shows on hover. */
    static String name(String name) {
        return "<td class=\"name\" title=\"" + escaped(name) + "\">" + escaped(name) + "</td>";
    }

    /** Returns a cell with a text, which takes several lines where the page is too narrow for one. */
    static String text(String text) {
        return "<td class=\"text\">" + escaped(text) + "</td>";
    }

    /** Returns a cell with a picture. On a narrow page it gets a line of its own. */
    static String picture(String svg) {
        return "<td class=\"pic\">" + svg + "</td>";
    }

    /** Returns a cell with a value, which shows the head of its column where the page is too narrow for heads. */
    static String value(String head, String value) {
        return "<td data-head=\"" + escaped(head) + "\">" + escaped(value) + "</td>";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
