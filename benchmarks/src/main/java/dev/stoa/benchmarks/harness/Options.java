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
package dev.stoa.benchmarks.harness;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The words after {@code benchmarks/run}.
 *
 * @param name the benchmark
 * @param scale TPC-H scale factor, if given
 * @param quick fewer processes and a short warm-up
 * @param without contenders that are left out
 * @param columns the only columns to decode, apart from all together, or parts of names of the only scans; empty: each
 * @param delivery the only way of delivery to measure, if given
 * @param jvm the only JVM setting to measure, if given
 * @param stores where to read from, or to write to; empty: everywhere
 * @param corpora the folder of open data, if given
 * @param tables parts of names; only tables of the corpora with one of them are measured, in detail; empty: all
 */
public record Options(
        String name,
        OptionalDouble scale,
        boolean quick,
        Set<String> without,
        Set<String> columns,
        Optional<Delivery> delivery,
        Optional<Jvm> jvm,
        Set<StoreKind> stores,
        Optional<Path> corpora,
        Set<String> tables) {

    public static final String USAGE = """
            usage: benchmarks/run NAME [--scale S] [--quick] [--jvm SETTING] [--delivery HOW]
                                      [--column C]... [--without PEER]...
                   benchmarks/run fig1 [--store STORE]... [--scale S] [--quick] [--without PEER]...
                   benchmarks/run corpus-sizes [--corpora DIR] [--table PART]...

              NAME            one of: %s
              --scale S       TPC-H scale factor of lineitem, above 0 and at most 10 (default 1)
              --quick         one process per contender and a short warm-up: to try things, not to quote
              --jvm SETTING   only this JVM setting: %s
              --delivery HOW  decode and geodiff deliver only so: arrays (as they are handed out) or values (one by one)
              --column C      decode times only such columns, and all together; geodiff only scans whose name has this part;
                              hive-micro, spark-tpch, spark-tpcds, spark-geodiff, spark-micro, trino-tpch, trino-tpcds only the query of this name
              --store STORE   fig1 and take read, and commits writes, only there: cache, hdfs or s3
              --without PEER  leave a contender out: %s
              --corpora DIR   the folder of open data (default: ../shared/corpora beside the repository)
              --table PART    only the tables of the corpora whose name has this part, column by column

            Prints a table and writes benchmarks/target/NAME.json.
            Exit code 0: done; 1: contenders disagree about the data, a width falls off, or a goal is missed; 2: a contender is missing or failed, or bad usage.
            """;

    /**
     * Reads the words.
     *
     * @throws IllegalArgumentException if they make no sense
     */
    public static Options parse(List<String> words) {
        String name = "";
        OptionalDouble scale = OptionalDouble.empty();
        boolean quick = false;
        Set<String> without = new HashSet<>();
        Set<String> columns = new LinkedHashSet<>();
        Optional<Delivery> delivery = Optional.empty();
        Optional<Jvm> jvm = Optional.empty();
        Set<StoreKind> stores = EnumSet.noneOf(StoreKind.class);
        Optional<Path> corpora = Optional.empty();
        Set<String> tables = new HashSet<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "--quick" -> quick = true;
                case "--scale" -> scale = OptionalDouble.of(scaleOf(argument(words, ++i, word)));
                case "--column" -> columns.add(argument(words, ++i, word));
                case "--delivery" -> delivery = Optional.of(deliveryOf(argument(words, ++i, word)));
                case "--jvm" -> jvm = Optional.of(Jvm.ofLabel(argument(words, ++i, word)));
                case "--store" -> stores.add(StoreKind.ofLabel(argument(words, ++i, word)));
                case "--without" -> without.add(argument(words, ++i, word));
                case "--corpora" -> corpora = Optional.of(Path.of(argument(words, ++i, word)));
                case "--table" -> tables.add(argument(words, ++i, word));
                default -> {
                    if (word.startsWith("-") || !name.isEmpty()) {
                        throw new IllegalArgumentException("'" + word + "' is not understood");
                    }
                    name = word;
                }
            }
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("no benchmark is named");
        }
        return new Options(
                name, scale, quick, Set.copyOf(without), columns, delivery, jvm, stores, corpora, Set.copyOf(tables));
    }

    private static Delivery deliveryOf(String text) {
        Delivery delivery = Delivery.ofLabel(text);
        if (delivery == Delivery.FULL) {
            throw new IllegalArgumentException("--delivery " + text + " is not for timing");
        }
        return delivery;
    }

    /** The ways of delivery to measure. */
    public List<Delivery> deliveries() {
        return delivery.map(List::of).orElse(List.of(Delivery.ARRAYS, Delivery.VALUES));
    }

    /** Where to read from: what was given, or everywhere. */
    public Set<StoreKind> storesOrAll() {
        return stores.isEmpty() ? EnumSet.allOf(StoreKind.class) : stores;
    }

    /** The JVM settings to measure: the given one, or these. */
    public List<Jvm> jvms(Jvm... otherwise) {
        return jvm.map(List::of).orElse(List.of(otherwise));
    }

    private static String argument(List<String> words, int index, String option) {
        if (index >= words.size()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return words.get(index);
    }

    private static double scaleOf(String text) {
        try {
            double scale = Double.parseDouble(text);
            if (scale > 0 && scale <= 10) {
                return scale;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--scale " + text + " is not a number", e);
        }
        throw new IllegalArgumentException("--scale " + text + " is out of range: give one above 0 and at most 10");
    }
}
