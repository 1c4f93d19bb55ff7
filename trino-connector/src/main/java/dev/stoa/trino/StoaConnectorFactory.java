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
import dev.stoa.trino.internal.store.NativeWarehouses;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.trino.internal.store.Warehouses;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Makes the connector of a catalog by its properties. */
final class StoaConnectorFactory implements ConnectorFactory {
    private static final String WAREHOUSE = "stoa.warehouse";
    private static final String RESOURCES = "stoa.hadoop.config.resources";
    /** Begins the names of properties that switch Trino's own file systems on. */
    private static final String NATIVE = "fs.";

    private static final String HADOOP = "fs.hadoop.enabled";
    private static final Set<String> KNOWN = Set.of(WAREHOUSE, RESOURCES);

    @Override
    public String getName() {
        return "stoa";
    }

    @Override
    public Connector create(String catalog, Map<String, String> properties, ConnectorContext context) {
        String root = properties.getOrDefault(WAREHOUSE, "");
        if (root.isBlank()) {
            throw invalid("the catalog " + catalog + " has no folder: set " + WAREHOUSE
                    + " to the one in which its schemas lie");
        }
        Map<String, String> others = new TreeMap<>(properties);
        others.keySet().removeAll(KNOWN);
        boolean isNative = others.keySet().stream().anyMatch(name -> name.startsWith(NATIVE));
        Warehouses warehouses = isNative
                ? ofTrino(catalog, root, properties, others, context)
                : ofHadoop(catalog, root, properties, others.keySet());
        TrinoTypes types = new TrinoTypes(context.getTypeManager().getTypeOperators());
        return new StoaConnector(warehouses, types, context.getNodeManager());
    }

    private static Warehouses ofTrino(
            String catalog,
            String root,
            Map<String, String> properties,
            Map<String, String> others,
            ConnectorContext context) {
        if (properties.containsKey(RESOURCES)) {
            throw invalid(
                    "the catalog " + catalog + " has " + RESOURCES + ", which Trino's file systems don't read: leave"
                            + " out either that or the properties " + NATIVE + "*");
        } else if (Boolean.parseBoolean(others.get(HADOOP))) {
            throw invalid("the catalog " + catalog + " has " + HADOOP + ": leave out all properties " + NATIVE
                    + "*, then the connector takes the client of Hadoop that it brings along");
        }
        try {
            return NativeWarehouses.start(catalog, root, others, context);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(
                    StandardErrorCode.CONFIGURATION_INVALID,
                    "the catalog " + catalog + " has " + WAREHOUSE + "=" + root
                            + ", which none of its file systems takes: set fs.s3.enabled=true or the like",
                    e);
        }
    }

    private static Warehouses ofHadoop(
            String catalog, String root, Map<String, String> properties, Set<String> others) {
        if (!others.isEmpty()) {
            throw invalid("the catalog " + catalog + " has properties that are not known: " + others + "; there are "
                    + new TreeSet<>(KNOWN) + " and those of Trino's file systems, which begin with " + NATIVE);
        }
        Configuration configuration = new Configuration();
        configuration.setClassLoader(StoaConnectorFactory.class.getClassLoader());
        for (String file : properties.getOrDefault(RESOURCES, "").split(",", -1)) {
            if (!file.isBlank()) {
                configuration.addResource(new Path(file.trim()));
            }
        }
        Warehouse warehouse = Warehouse.ofHadoop(root, configuration);
        return _ -> warehouse;
    }

    private static TrinoException invalid(String message) {
        return new TrinoException(StandardErrorCode.CONFIGURATION_INVALID, message);
    }
}
