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
package dev.stoa.spark.internal.catalog;

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.table.StoaTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.jdk.javaapi.CollectionConverters;

/** Statements of other table formats, and those of Spark that say the same of a table of Stoa. */
final class Aliases {
    /** A table's name, of parts that may be quoted. */
    private static final String TABLE = "(?<table>(?:`(?:[^`]|``)+`|[\\w]+)(?:\\.(?:`(?:[^`]|``)+`|[\\w]+))*)";

    private static final String ALTER = "alter\\s+table\\s+" + TABLE + "\\s+";

    private static final String TAG = "(?<tag>`[^`'\\\\]+`|[\\w.-]+)";

    /** A column, or a function of one, as in {@code partitioned by}. */
    private static final String PART = "[^'\\\\]+?";

    private static final String FIELD = "(?<field>" + PART + ")";

    private static final String OLD_FIELD = "(?<old>" + PART + ")";

    private static final List<Alias> ALL = List.of(
            alias("desc(?:ribe)?\\s+history\\s+" + TABLE + "(?:\\s+limit\\s+(?<limit>\\d+))?", Aliases::history),
            alias("optimize\\s+" + TABLE, call("compact", given -> "")),
            alias(
                    "vacuum\\s+" + TABLE + "(?:\\s+retain\\s+(?<hours>\\d+)\\s+hours)?(?<dry>\\s+dry\\s+run)?",
                    call("expire", Aliases::ages)),
            alias(
                    "restore\\s+(?:table\\s+)?" + TABLE + "\\s+(?:to\\s+)?version\\s+as\\s+of\\s+(?<version>\\d+)",
                    call("rollback", given -> ", version => " + given.group("version"))),
            alias(
                    "restore\\s+(?:table\\s+)?" + TABLE
                            + "\\s+(?:to\\s+)?timestamp\\s+as\\s+of\\s+(?<time>'[^'\\\\]+')",
                    call("rollback", given -> ", timestamp => timestamp " + given.group("time"))),
            refused(
                    "optimize\\s+" + TABLE + "\\s+.*",
                    "optimize takes the name of a table and nothing else: its files are chosen by what they cost, and rows are"
                            + " sorted by cluster by of create table, in place of zorder by"),
            refused(
                    "vacuum\\s+" + TABLE + "\\s+.*",
                    "write vacuum t, vacuum t retain 168 hours, or vacuum t dry run; or call system.expire"),
            refused(
                    ALTER + "(?:add|replace)\\s+partition\\s+field\\s.*\\sas\\s.*",
                    "a partition field has the name that its column gives it: leave as ... out"),
            alias(ALTER + "add\\s+partition\\s+field\\s+" + FIELD, call("partition_by", Aliases::added)),
            alias(ALTER + "drop\\s+partition\\s+field\\s+" + OLD_FIELD, call("partition_by", Aliases::dropped)),
            alias(
                    ALTER + "replace\\s+partition\\s+field\\s+" + OLD_FIELD + "\\s+with\\s+" + FIELD,
                    call("partition_by", given -> dropped(given) + added(given))),
            refused(
                    ALTER + "write\\s+.*",
                    "the order of a table is declared by cluster by (...), of create table or of alter table"),
            refused(
                    "alter\\s+table\\s+" + TABLE + "\\s+(?:set|drop)\\s+identifier\\s+fields\\s+.*",
                    "a key is declared when a table is made: create table ... (id bigint not null primary key)"),
            alias(
                    ALTER + "create\\s+(?<replace>or\\s+replace\\s+)?tag\\s+" + TAG
                            + "(?:\\s+as\\s+of\\s+version\\s+(?<version>\\d+))?",
                    call("tag", given -> tag(given, given.group("replace") != null))),
            alias(
                    ALTER + "replace\\s+tag\\s+" + TAG + "(?:\\s+as\\s+of\\s+version\\s+(?<version>\\d+))?",
                    call("tag", given -> tag(given, true))),
            alias(ALTER + "drop\\s+tag\\s+" + TAG, call("untag", given -> ", name => '" + name(given) + "'")),
            refused(
                    ALTER + "(?:create|replace|drop)\\s+(?:or\\s+replace\\s+)?tag\\s+.*",
                    "write create tag x as of version 3, replace tag x as of version 3, or drop tag x; a tag keeps its version until it is"
                            + " dropped"),
            alias(
                    ALTER + "create\\s+branch\\s+" + TAG + "(?:\\s+as\\s+of\\s+version\\s+(?<version>\\d+))?",
                    call("branch", given -> ", name => '" + name(given) + "'" + version(given))),
            alias(ALTER + "drop\\s+branch\\s+" + TAG, call("drop_branch", given -> ", name => '" + name(given) + "'")),
            refused(
                    ALTER + "(?:create|replace|drop)\\s+(?:or\\s+replace\\s+)?branch\\s+.*",
                    "write create branch x as of version 3, or drop branch x; a branch keeps its files until it is dropped, and"
                            + " begins anew by drop branch and create branch"),
            refused(
                    "create\\s+(?:or\\s+replace\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?" + TABLE
                            + "\\s+(?:shallow\\s+|deep\\s+)?clone\\s+.*",
                    "a table is copied with its rows by create table ... as select * from ..., and without them by create"
                            + " table ... like ..."),
            refused(
                    "generate\\s+symlink_format_manifest\\s+for\\s+table\\s+" + TABLE,
                    "other programs read the table itself, and need no manifest"),
            refused(
                    "reorg\\s+table\\s+" + TABLE + "\\s+.*",
                    "files with many changes are rewritten by optimize, which is call system.compact"));

    private final ParserInterface parser;
    private final SparkSession session;

    /** Where a table is. */
    record Found(String catalog, String name) {}

    /** A kind of statement, and what it means. */
    private record Alias(Pattern pattern, Meaning meaning) {}

    /** The meaning of a statement, in the words of Spark. */
    private interface Meaning {
        String of(Found table, Matcher given);
    }

    Aliases(ParserInterface parser, SparkSession session) {
        this.parser = parser;
        this.session = session;
    }

    private static Alias alias(String pattern, Meaning meaning) {
        return new Alias(
                Pattern.compile("\\s*" + pattern + "\\s*;?\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL), meaning);
    }

    private static Alias refused(String pattern, String advice) {
        return alias(pattern, (table, given) -> {
            throw SparkErrors.refusal(SparkErrors.Condition.STOA_UNSUPPORTED, table.name() + ": " + advice);
        });
    }

    private static Meaning call(String procedure, Function<Matcher, String> arguments) {
        return (table, given) -> "call " + table.catalog() + ".system." + procedure + "(table => '"
                + (table.catalog() + "." + table.name()).replace("\\", "\\\\").replace("'", "\\'") + "'"
                + arguments.apply(given) + ")";
    }

    private static String history(Found table, Matcher given) {
        return "select * from " + table.catalog() + "." + table.name() + ".history order by version desc"
                + (given.group("limit") == null ? "" : " limit " + given.group("limit"));
    }

    private static String name(Matcher given) {
        return given.group("tag").replace("`", "");
    }

    private static String added(Matcher given) {
        return ", add => '" + given.group("field") + "'";
    }

    private static String dropped(Matcher given) {
        return ", drop => '" + given.group("old") + "'";
    }

    private static String tag(Matcher given, boolean replaces) {
        return ", name => '" + name(given) + "'" + version(given) + ", replace => " + replaces;
    }

    private static String version(Matcher given) {
        return given.group("version") == null ? "" : ", version => " + given.group("version");
    }

    private static String ages(Matcher given) {
        String hours = given.group("hours") == null ? "168" : given.group("hours");
        return ", older_than => '" + hours + "h', dry_run => " + (given.group("dry") != null);
    }

    /** Returns the text to parse: another one for one of these statements about a table of Stoa. */
    String translate(String text) {
        for (Alias alias : ALL) {
            Matcher given = alias.pattern().matcher(text);
            if (given.matches()) {
                Optional<Found> table = find(given.group("table"));
                return table.isPresent() ? alias.meaning().of(table.get(), given) : text;
            }
        }
        return text;
    }

    private Optional<Found> find(String name) {
        try {
            return find(session, CollectionConverters.asJava(parser.parseMultipartIdentifier(name)));
        } catch (ParseException e) {
            return Optional.empty();
        }
    }

    /** Finds a table of Stoa by the parts of its name. */
    static Optional<Found> find(SparkSession session, List<String> parts) {
        List<String> names = new ArrayList<>(parts);
        CatalogManager catalogs = session.sessionState().catalogManager();
        boolean isNamed = names.size() > 1 && catalogs.isCatalogRegistered(names.get(0));
        CatalogPlugin catalog = isNamed ? catalogs.catalog(names.remove(0)) : catalogs.currentCatalog();
        if (!isNamed && names.size() == 1) {
            names.addAll(0, List.of(catalogs.currentNamespace()));
        }
        if (!isStoas(catalog, names)) {
            return Optional.empty();
        }
        return Optional.of(new Found(
                QuotingUtils.quoteIdentifier(catalog.name()),
                names.stream().map(QuotingUtils::quoteIdentifier).collect(Collectors.joining("."))));
    }

    /** Whether a table is of Stoa. That is so of all in its own catalogs, and of some in Spark's. */
    private static boolean isStoas(CatalogPlugin catalog, List<String> names) {
        String type = catalog.getClass().getName();
        return type.equals("dev.stoa.spark.StoaCatalog")
                || type.equals("dev.stoa.spark.StoaSessionCatalog") && isStoas((TableCatalog) catalog, names);
    }

    private static boolean isStoas(TableCatalog catalog, List<String> names) {
        int last = names.size() - 1;
        try {
            return catalog.loadTable(Identifier.of(names.subList(0, last).toArray(String[]::new), names.get(last)))
                    instanceof StoaTable;
        } catch (NoSuchTableException e) {
            return false;
        }
    }
}
