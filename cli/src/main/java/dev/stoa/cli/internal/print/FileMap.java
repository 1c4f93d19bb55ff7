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

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.FileReport.Region;
import dev.stoa.reader.FileReport.RegionKind;
import java.io.PrintWriter;
import java.util.List;

/**
 * Draws the map of a file in the terminal. Each cell represents the same number of bytes and shows what most of them are:
 * a letter for the data of a column, a sign for anything else.
 */
public final class FileMap {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final int WIDTH = 64;
    private static final int MAX_LINES = 12;

    private final FileReport report;
    private final long fileLength;

    public FileMap(FileReport report, long fileLength) {
        this.report = report;
        this.fileLength = fileLength;
    }

    /** The letter of a column. */
    public static char letter(int column) {
        return LETTERS.charAt(column % LETTERS.length());
    }

    public void print(PrintWriter out) {
        int cells = (int) Math.max(1, Math.min((long) WIDTH * MAX_LINES, fileLength / 64));
        out.printf("Each cell is %s:%n", Sizes.text(Math.max(1, fileLength / cells)));
        char[] picture = picture(cells);
        for (int at = 0; at < cells; at += WIDTH) {
            out.printf(
                    "%14s |%s|%n",
                    Sizes.text(cellStart(at, cells)), new String(picture, at, Math.min(WIDTH, cells - at)));
        }
        out.println(
                "  letters: data of the columns above; + dictionaries, # column indexes, = MinMax, * footer and tail, . unused");
    }

    private long cellStart(int cell, int cells) {
        return (long) ((double) fileLength / cells * cell);
    }

    private char[] picture(int cells) {
        char[] picture = new char[cells];
        List<Region> regions = report.regions();
        int first = 0;
        for (int cell = 0; cell < cells; cell++) {
            long from = cellStart(cell, cells);
            long to = cell == cells - 1 ? fileLength : Math.max(from + 1, cellStart(cell + 1, cells));
            while (first < regions.size() && end(regions.get(first)) <= from) {
                first++;
            }
            long most = 0;
            picture[cell] = '.';
            for (int i = first; i < regions.size() && regions.get(i).offset() < to; i++) {
                Region region = regions.get(i);
                long share = Math.min(to, end(region)) - Math.max(from, region.offset());
                if (share > most) {
                    most = share;
                    picture[cell] = sign(region);
                }
            }
        }
        return picture;
    }

    private static long end(Region region) {
        return region.offset() + region.length();
    }

    private static char sign(Region region) {
        return switch (region.kind()) {
            case EXTENT -> letter(region.column());
            case DICTIONARY -> '+';
            case INDEX -> '#';
            case MIN_MAX -> '=';
            case HEADER, FOOTER, TAIL -> '*';
        };
    }

    /** Bytes of all regions of a kind. */
    public long bytes(RegionKind kind) {
        long sum = 0;
        for (Region region : report.regions()) {
            sum += region.kind() == kind ? region.length() : 0;
        }
        return sum;
    }
}
