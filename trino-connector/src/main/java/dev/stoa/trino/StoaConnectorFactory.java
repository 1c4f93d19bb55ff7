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
package dev.stoa.trino;

import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.metastore.Metastore;
import dev.stoa.trino.internal.metastore.MetastoreNames;
import dev.stoa.trino.internal.store.NativeWarehouses;
import dev.stoa.trino.internal.store.Store;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.trino.internal.store.Warehouses;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.connector.ConnectorSession;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Makes the connector of a catalog by its properties. */
final class StoaConnectorFactory implements ConnectorFactory {
    private static final String WAREHOUSE = "stoa.warehouse";
    private static final String METASTORE = "stoa.metastore";
    private static final String RESOURCES = "stoa.hadoop.config.resources";
    /** Begins the names of properties that switch Trino's own file systems on. */
    private static final String NATIVE = "fs.";

    private static final String HADOOP = "fs.hadoop.enabled";
    private static final Set<String> KNOWN = Set.of(WAREHOUSE, METASTORE, RESOURCES);

    @Override
    public String getName() {
        return "stoa";
    }

    @Override
    public Connector create(String catalog, Map<String, String> properties, ConnectorContext context) {
        Optional<String> root = property(properties, WAREHOUSE);
        Optional<Metastore> metastore = property(properties, METASTORE).map(StoaConnectorFactory::metastore);
        if (root.isPresent() == metastore.isPresent()) {
            throw invalid("the catalog " + catalog + " needs either " + WAREHOUSE
                    + ", the folder in which its schemas lie, or " + METASTORE
                    + ", the metastore of Hive that has its tables: set one of them");
        }
        Map<String, String> others = new TreeMap<>(properties);
        others.keySet().removeAll(KNOWN);
        boolean isNative = others.keySet().stream().anyMatch(name -> name.startsWith(NATIVE));
        if (isNative) {
            check(catalog, properties);
        } else if (!others.isEmpty()) {
            throw invalid("the catalog " + catalog + " has properties that are not known: " + others.keySet()
                    + "; there are " + new TreeSet<>(KNOWN) + " and those of Trino's file systems, which begin with "
                    + NATIVE);
        }
        Warehouses warehouses = isNative
                ? ofTrino(catalog, root, metastore, others, context)
                : ofHadoop(root, metastore, configuration(properties));
        TrinoTypes types = new TrinoTypes(context.getTypeManager().getTypeOperators());
        return new StoaConnector(warehouses, types, context.getNodeManager());
    }

    private static Optional<String> property(Map<String, String> properties, String name) {
        return Optional.ofNullable(properties.get(name)).filter(text -> !text.isBlank());
    }

    private static Metastore metastore(String addresses) {
        try {
            return Metastore.at(addresses);
        } catch (IllegalArgumentException e) {
            throw invalid(METASTORE + ": " + e.getMessage());
        }
    }

    /** Refuses properties that Trino's file systems don't read. */
    private static void check(String catalog, Map<String, String> properties) {
        if (properties.containsKey(RESOURCES)) {
            throw invalid(
                    "the catalog " + catalog + " has " + RESOURCES + ", which Trino's file systems don't read: leave"
                            + " out either that or the properties " + NATIVE + "*");
        } else if (Boolean.parseBoolean(properties.get(HADOOP))) {
            throw invalid("the catalog " + catalog + " has " + HADOOP + ": leave out all properties " + NATIVE
                    + "*, then the connector takes the client of Hadoop that it brings along");
        }
    }

    private static Warehouses ofTrino(
            String catalog,
            Optional<String> root,
            Optional<Metastore> metastore,
            Map<String, String> others,
            ConnectorContext context) {
        try {
            return NativeWarehouses.start(
                    catalog, root, (store, session) -> warehouse(metastore, store, session), others, context);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(
                    StandardErrorCode.CONFIGURATION_INVALID,
                    "the catalog " + catalog + " has " + WAREHOUSE + "=" + root.orElse("")
                            + ", which none of its file systems takes: set fs.s3.enabled=true or the like",
                    e);
        }
    }

    private static Warehouse warehouse(Optional<Metastore> metastore, Store store, ConnectorSession session) {
        return metastore
                .map(it -> new Warehouse(new MetastoreNames(it, store, session.getUser()), store))
                .orElseGet(() -> Warehouse.ofFolders(store));
    }

    private static Configuration configuration(Map<String, String> properties) {
        Configuration configuration = new Configuration();
        configuration.setClassLoader(StoaConnectorFactory.class.getClassLoader());
        for (String file : properties.getOrDefault(RESOURCES, "").split(",", -1)) {
            if (!file.isBlank()) {
                configuration.addResource(new Path(file.trim()));
            }
        }
        return configuration;
    }

    private static Warehouses ofHadoop(
            Optional<String> root, Optional<Metastore> metastore, Configuration configuration) {
        Store store = root.map(it -> Store.ofHadoop(it, configuration)).orElseGet(() -> Store.ofHadoop(configuration));
        return session -> warehouse(metastore, store, session);
    }

    private static TrinoException invalid(String message) {
        return new TrinoException(StandardErrorCode.CONFIGURATION_INVALID, message);
    }
}
