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
package dev.stoa.hive.internal.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.QueryState;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.HiveParser;
import org.apache.hadoop.hive.ql.parse.ParseDriver;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.apache.hadoop.hive.ql.plan.HiveOperation;
import org.apache.hadoop.hive.ql.session.SessionStateUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks words of a session's statement that Hive drops before it consults a table's handler. */
public final class StatementWords {
    private static final Logger LOG = LoggerFactory.getLogger(StatementWords.class);
    /** A table's name has a database, a name, and what follows it. */
    private static final int PARTS = 3;

    private StatementWords() {}

    /**
     * Refuses words of {@code create table}, {@code alter table} and {@code drop table} that would have no effect.
     *
     * @param configuration of the statement
     * @throws IllegalArgumentException if the table is to be Hive's own, or a part follows its name: Hive would change the table itself
     */
    public static void check(Configuration configuration) {
        Optional<ASTNode> statement =
                state(configuration).map(QueryState::getQueryString).flatMap(StatementWords::parse);
        if (statement.isEmpty()) {
            return;
        }
        List<ASTNode> nodes = new ArrayList<>();
        switch (statement.get().getType()) {
            case HiveParser.TOK_CREATETABLE -> {
                nodes.addAll(children(statement.get()));
                children(statement.get()).stream()
                        .filter(node -> node.getType() == HiveParser.TOK_LIKETABLE)
                        .forEach(like -> nodes.addAll(children(like)));
            }
            case HiveParser.TOK_ALTERTABLE, HiveParser.TOK_DROPTABLE -> {
                nodes.addAll(children(statement.get()));
                children(statement.get()).stream()
                        .filter(node -> node.getType() == HiveParser.TOK_ALTERTABLE_RENAME)
                        .forEach(rename -> nodes.addAll(children(rename)));
            }
            default -> {} // such as a drop of the database
        }
        nodes.forEach(StatementWords::check);
    }

    private static void check(ASTNode node) {
        if (node.getType() == HiveParser.KW_TRANSACTIONAL || node.getType() == HiveParser.KW_MANAGED) {
            throw new IllegalArgumentException(
                    "create " + node.getText()
                            + " table: leave the word out; a table with a log is external to Hive, and needs no transactions of Hive");
        }
        if (node.getType() == HiveParser.TOK_TABNAME && node.getChildCount() == PARTS) {
            String part = node.getChild(PARTS - 1).getText();
            throw new IllegalArgumentException("Hive passes over '" + part
                    + "' here, and would take the table itself: leave it out, or make and drop branches and tags by"
                    + " 'stoa table branch' and 'stoa table tag'");
        }
    }

    /**
     * Refuses a {@code merge} whose conditions Hive pulls apart. It puts {@code and} before the words of a condition, so it reads
     * {@code not matched and a or b} as {@code (not matched and a) or b}.
     *
     * @param configuration of the statement
     * @throws IllegalArgumentException if a condition is an {@code or} that is not in parentheses
     */
    public static void checkMerge(Configuration configuration) {
        state(configuration)
                .map(QueryState::getQueryString)
                .flatMap(StatementWords::parse)
                .filter(statement -> statement.getType() == HiveParser.TOK_MERGE)
                .map(StatementWords::children)
                .orElse(List.of())
                .stream()
                .filter(clause ->
                        clause.getType() == HiveParser.TOK_MATCHED || clause.getType() == HiveParser.TOK_NOT_MATCHED)
                .flatMap(clause -> children(clause).stream())
                .forEach(StatementWords::checkCondition);
    }

    private static void checkCondition(ASTNode node) {
        boolean isOpen = node.getType() == HiveParser.KW_OR
                && node.getTokenStartIndex() == node.getChild(0).getTokenStartIndex();
        if (isOpen) {
            throw new IllegalArgumentException("merge: Hive reads 'when matched and a or b' as '(matched and a) or b':"
                    + " put the condition in parentheses, as in 'and (a or b)'");
        }
    }

    /**
     * Refuses {@code msck repair table}.
     *
     * @param configuration of the statement
     * @throws IllegalArgumentException if it is this statement
     */
    public static void refuseCheck(Configuration configuration) {
        if (state(configuration).map(QueryState::getHiveOperation).orElse(null) == HiveOperation.MSCK) {
            throw new IllegalArgumentException(
                    "msck: the log of this table knows its files, and Hive has no partitions of it;"
                            + " 'stoa verify' checks it, and 'stoa repair' mends it");
        }
    }

    private static Optional<QueryState> state(Configuration configuration) {
        return Optional.ofNullable(configuration)
                .map(StatementId::configuration)
                .flatMap(SessionStateUtil::getQueryState);
    }

    private static Optional<ASTNode> parse(String text) {
        try {
            ASTNode node = new ParseDriver().parse(text).getTree();
            while (node.getToken() == null && node.getChildCount() > 0) {
                node = (ASTNode) node.getChild(0);
            }
            return Optional.of(node);
        } catch (ParseException e) { // a hook of Hive may have changed the text to hide a secret
            LOG.debug("the words of this statement are not checked: {}", text, e);
            return Optional.empty();
        }
    }

    private static List<ASTNode> children(ASTNode node) {
        List<ASTNode> children = new ArrayList<>();
        for (int i = 0; i < node.getChildCount(); i++) {
            children.add((ASTNode) node.getChild(i));
        }
        return children;
    }
}
