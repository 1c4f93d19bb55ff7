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
package dev.stoa.spark;

import dev.stoa.spark.internal.catalog.FollowedProcedure;
import dev.stoa.spark.internal.catalog.MetadataTable;
import dev.stoa.spark.internal.catalog.Procedures;
import dev.stoa.spark.internal.store.LoadedNames;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.vio.Folder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import scala.jdk.javaapi.CollectionConverters;

/** A catalog with names for its tables: it also has their branches, tables of metadata and procedures. */
abstract class NamedCatalog extends AbstractStoaCatalog implements ProcedureCatalog {
    private static final String SYSTEM = "system";
    private static final String BRANCH = "branch_";

    /** The procedures after which a table has other rows or columns. */
    private static final Set<String> CHANGING = Set.of("rollback", "fast_forward");

    /** Where the table of a name is, or would be. */
    abstract TableFolder place(Identifier table);

    /** The table whose name is the namespace of another. */
    abstract Optional<TableFolder> above(Identifier table);

    /** Returns the place of all tables, as the end of an error. */
    abstract String whereabouts();

    /** The namespace of a name that has neither one nor a catalog: the current one, as in statements, if the catalog is the current one. */
    private String[] home() {
        CatalogManager catalogs = SparkSession.active().sessionState().catalogManager();
        return catalogs.currentCatalog().name().equals(name()) ? catalogs.currentNamespace() : defaultNamespace();
    }

    /** Whether a name within that of a table means something. */
    static boolean isWithinTable(String name) {
        return name.startsWith(BRANCH) || MetadataTable.Kind.of(name).isPresent();
    }

    /** A folder by its name; {@code t.branch_audit} is a branch of a table {@code t}. */
    @Override
    final TableFolder folder(Identifier table) {
        return Optional.of(table.name())
                .filter(name -> name.startsWith(BRANCH))
                .flatMap(name -> above(table).map(it -> it.branched(name.substring(BRANCH.length()))))
                .orElseGet(() -> place(table));
    }

    /** {@code t.files} and the like, of a table {@code t}. */
    @Override
    final Optional<Table> loadOther(Identifier table, Optional<TableFolder.Version> version) {
        return MetadataTable.Kind.of(table.name())
                .flatMap(kind -> above(table).map(it -> MetadataTable.of(kind, it, version)));
    }

    @Override
    final Optional<String> shown(Identifier table) {
        return Optional.of(String.join(".", names(table)));
    }

    @Override
    final void loaded(Identifier table, StoaTable found) {
        LoadedNames.add(found.folder(), names(table));
    }

    /** The parts of a table's name. The catalog's is the first. */
    private List<String> names(Identifier table) {
        return Stream.of(Stream.of(name()), Arrays.stream(table.namespace()), Stream.of(table.name()))
                .flatMap(names -> names)
                .toList();
    }

    @Override
    public UnboundProcedure loadProcedure(Identifier procedure) {
        return Optional.of(procedure.name())
                .filter(name -> isSystem(procedure.namespace()))
                .flatMap(name -> Procedures.find(name, this::open).map(found -> followed(name, found)))
                .orElseThrow(() -> SparkErrors.refusal(
                        SparkErrors.Condition.STOA_UNSUPPORTED,
                        "no procedure " + procedure + " in the catalog " + name() + "; in " + SYSTEM + " there are "
                                + Procedures.NAMES));
    }

    private UnboundProcedure followed(String name, UnboundProcedure found) {
        return CHANGING.contains(name.toLowerCase(Locale.ROOT))
                ? new FollowedProcedure(found, text -> follow(identifier(text)))
                : found;
    }

    /** Spark itself reads cached rows again after its own statements only, not after a procedure. */
    private void follow(Identifier table) {
        changed(table);
        TableFolder place = folder(table);
        Folder folder = SparkErrors.unchecked(() -> place.tablePath().openFolder(place.configuration()));
        LoadedNames.add(folder, names(table));
        LoadedNames.refreshCached(folder);
    }

    @Override
    public final Identifier[] listProcedures(String[] namespace) {
        return isSystem(namespace)
                ? Procedures.NAMES.stream()
                        .map(name -> Identifier.of(namespace, name))
                        .toArray(Identifier[]::new)
                : new Identifier[0];
    }

    private static boolean isSystem(String[] namespace) {
        return namespace.length == 1 && namespace[0].equalsIgnoreCase(SYSTEM);
    }

    /** The name in a text such as {@code a.b.t}, which may begin with the catalog's. */
    final Identifier identifier(String text) {
        List<String> names = new ArrayList<>();
        try {
            names.addAll(CollectionConverters.asJava(
                    SparkSession.active().sessionState().sqlParser().parseMultipartIdentifier(text)));
        } catch (ParseException e) {
            throw new IllegalArgumentException("'" + text + "' is not the name of a table", e);
        }
        String[] home = home();
        if (names.size() > 1 && names.get(0).equals(name())) {
            names.remove(0);
            home = defaultNamespace().length == 0
                    ? defaultNamespace()
                    : home; // tables of the session catalog have a database
        }
        String last = names.remove(names.size() - 1);
        return Identifier.of(names.isEmpty() ? home : names.toArray(String[]::new), last);
    }

    private dev.stoa.table.Table open(String text) {
        TableFolder folder = folder(identifier(text));
        if (!folder.isTable()) {
            throw new IllegalArgumentException("no table " + text + " in the catalog " + name() + whereabouts());
        }
        return folder.open();
    }

    /**
     * The new name of a table, which Spark gives as it is written: with a catalog in front, or with nothing, which is the namespace
     * that the table has.
     */
    final Identifier renamed(Identifier from, Identifier to) {
        String[] names = to.namespace();
        if (names.length == 0) {
            return Identifier.of(from.namespace(), to.name());
        } else if (names[0].equals(name())) {
            return Identifier.of(Arrays.copyOfRange(names, 1, names.length), to.name());
        } else if (SparkSession.active().sessionState().catalogManager().isCatalogRegistered(names[0])) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    "the table " + from + " can't be renamed to " + to + ": " + names[0] + " is another catalog than "
                            + name() + "; make a table there by a query of this one");
        }
        return to;
    }
}
