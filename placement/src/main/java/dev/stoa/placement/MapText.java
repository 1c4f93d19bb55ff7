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
package dev.stoa.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** The text of maps: a line for each fact, a line for each partition, and a checksum of all lines before it. */
final class MapText {
    private static final String MAGIC = "stoa-placement 1";
    private static final String CHECKSUM = "crc32c ";
    private static final int CHECKSUM_LENGTH = CHECKSUM.length() + 9;

    private final String file;
    private final String[] lines;
    private int next;

    private MapText(String file, String[] lines) {
        this.file = file;
        this.lines = lines;
    }

    /** Returns the text of a map. */
    static byte[] write(PlacementMap map) {
        PlacementMap.Header header = map.header();
        StringBuilder text = new StringBuilder(MAGIC).append('\n');
        text.append("group ").append(header.group()).append('\n');
        text.append("epoch ").append(header.epoch()).append('\n');
        text.append("replication ").append(header.replication()).append('\n');
        text.append("spread ").append(header.spread()).append('\n');
        header.roots().forEach(root -> text.append("root ").append(root).append('\n'));
        for (PlacementNode node : map.nodes()) {
            text.append("node ").append(node.name()).append(' ').append(node.rack());
            text.append(' ')
                    .append(node.weight())
                    .append(' ')
                    .append(node.state())
                    .append('\n');
        }
        for (PartitionClass each : map.classes()) {
            text.append("class ").append(each.partitions()).append(' ');
            text.append(each.replication()).append('\n');
            for (int p = 0; p < each.partitions(); p++) {
                text.append(p);
                for (int copy = 0; copy < each.replication(); copy++) {
                    text.append(' ').append(each.holder(p, copy));
                }
                if (each.isMoved(p)) {
                    text.append(" <");
                    Arrays.stream(each.leavers(p))
                            .forEach(node -> text.append(' ').append(node));
                }
                text.append('\n');
            }
        }
        byte[] body = text.toString().getBytes(UTF_8);
        byte[] end = (CHECKSUM + checksum(body, body.length) + "\n").getBytes(UTF_8);
        byte[] all = Arrays.copyOf(body, body.length + end.length);
        System.arraycopy(end, 0, all, body.length, end.length);
        return all;
    }

    /**
     * Reads a text.
     *
     * @throws PlacementException if it is damaged, incomplete, of another format, or contradicts itself
     */
    static PlacementMap parse(byte[] text, String file) throws PlacementException {
        String head = new String(text, 0, Math.min(text.length, MAGIC.length() + 1), UTF_8);
        if (!head.equals(MAGIC + "\n")) {
            throw new PlacementException(file + ": this is not a map of this version: it does not begin with '" + MAGIC
                    + "'; name another file");
        }
        int body = text.length - CHECKSUM_LENGTH;
        if (text.length > PlacementMap.MOST_BYTES || body < head.length()) {
            throw new PlacementException(file + ": the map has " + text.length + " bytes, which is too few or above "
                    + PlacementMap.MOST_BYTES + "; use the map before it");
        }
        String end = new String(text, body, CHECKSUM_LENGTH, UTF_8);
        if (!end.equals(CHECKSUM + checksum(text, body) + "\n")) {
            throw new PlacementException(
                    file + ": the map is torn or damaged: its checksum does not match; use the map before it");
        }
        String[] lines = new String(text, 0, body, UTF_8).split("\n");
        try {
            return new MapText(file, lines).map();
        } catch (IllegalArgumentException e) {
            throw new PlacementException(file + ": " + e.getMessage() + "; restore the file, or use the map before it");
        }
    }

    private static String checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return String.format("%08x", crc.getValue());
    }

    private PlacementMap map() throws PlacementException {
        next = 1;
        String group = value("group");
        long epoch = number(value("epoch"), Long.MAX_VALUE);
        int replication = (int) number(value("replication"), 100);
        int spread = (int) number(value("spread"), PartitionClass.MOST_PARTITIONS);
        List<String> roots = new ArrayList<>();
        while (isNext("root")) {
            roots.add(value("root"));
        }
        List<PlacementNode> nodes = new ArrayList<>();
        while (isNext("node")) {
            String[] words = value("node").split(" ", -1);
            if (words.length != 4 || !List.of("IN", "DRAINING", "OUT").contains(words[3])) {
                throw wrong("a name, a rack, a weight and a state");
            }
            nodes.add(new PlacementNode(
                    words[0], words[1], (int) number(words[2], 1000), PlacementNode.State.valueOf(words[3])));
        }
        List<PartitionClass> classes = new ArrayList<>();
        while (next < lines.length) {
            classes.add(partitions(nodes.size()));
        }
        return new PlacementMap(new PlacementMap.Header(group, epoch, replication, spread, roots), nodes, classes);
    }

    private PartitionClass partitions(int nodes) throws PlacementException {
        String[] words = value("class").split(" ", -1);
        int partitions = (int) number(words[0], PartitionClass.MOST_PARTITIONS);
        int replication = words.length == 2 ? (int) number(words[1], 100) : 0;
        if (partitions < 1 || partitions > lines.length - next || replication < 1 || replication > nodes) {
            throw wrong("a number of partitions that follow, and how many of the " + nodes + " nodes hold each");
        }
        int[] holders = new int[partitions * replication];
        int[][] leavers = new int[partitions][];
        for (int p = 0; p < partitions; p++) {
            String[] numbers = lines[next++].split(" ", -1);
            boolean isMoved = numbers.length > replication + 1;
            boolean isRight = numbers.length >= replication + 1
                    && numbers[0].equals(String.valueOf(p))
                    && (!isMoved || numbers[replication + 1].equals("<"));
            if (!isRight) {
                throw wrong("partition " + p + " and " + replication + " nodes");
            }
            for (int copy = 0; copy < replication; copy++) {
                holders[p * replication + copy] = node(numbers[1 + copy], nodes);
                for (int other = 0; other < copy; other++) {
                    if (holders[p * replication + other] == holders[p * replication + copy]) {
                        throw wrong("different nodes");
                    }
                }
            }
            if (isMoved) {
                leavers[p] = new int[numbers.length - replication - 2];
                for (int i = 0; i < leavers[p].length; i++) {
                    leavers[p][i] = node(numbers[replication + 2 + i], nodes);
                }
            }
        }
        return new PartitionClass(partitions, replication, holders, leavers);
    }

    private boolean isNext(String word) {
        return next < lines.length && lines[next].startsWith(word + " ");
    }

    private String value(String word) throws PlacementException {
        if (!isNext(word)) {
            next++;
            throw wrong("'" + word + "'");
        }
        return lines[next++].substring(word.length() + 1);
    }

    private int node(String word, int nodes) throws PlacementException {
        return (int) number(word, nodes - 1L);
    }

    private long number(String word, long most) throws PlacementException {
        try {
            long number = Long.parseLong(word);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong("a number from 0 to " + most + " in place of '" + word + "'");
        }
        throw wrong("a number from 0 to " + most + " in place of " + word);
    }

    private PlacementException wrong(String expected) {
        return new PlacementException(
                file + ", line " + next + ": the map must have " + expected + " here; use the map before it");
    }
}
