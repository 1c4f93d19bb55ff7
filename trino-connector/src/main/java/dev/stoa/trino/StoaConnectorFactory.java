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
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Makes the connector of a catalog by its properties. */
final class StoaConnectorFactory implements ConnectorFactory {
    private static final String WAREHOUSE = "stoa.warehouse";
    private static final String RESOURCES = "stoa.hadoop.config.resources";
    private static final Set<String> KNOWN = Set.of(WAREHOUSE, RESOURCES);

    @Override
    public String getName() {
        return "stoa";
    }

    @Override
    public Connector create(String catalog, Map<String, String> properties, ConnectorContext context) {
        Set<String> others = new TreeSet<>(properties.keySet());
        others.removeAll(KNOWN);
        if (!others.isEmpty()) {
            throw invalid("the catalog " + catalog + " has properties that are not known: " + others + "; there are "
                    + new TreeSet<>(KNOWN));
        }
        String root = properties.getOrDefault(WAREHOUSE, "");
        if (root.isBlank()) {
            throw invalid("the catalog " + catalog + " has no folder: set " + WAREHOUSE
                    + " to the one in which its schemas lie");
        }
        Configuration configuration = new Configuration();
        configuration.setClassLoader(StoaConnectorFactory.class.getClassLoader());
        for (String file : properties.getOrDefault(RESOURCES, "").split(",", -1)) {
            if (!file.isBlank()) {
                configuration.addResource(new Path(file.trim()));
            }
        }
        TrinoTypes types = new TrinoTypes(context.getTypeManager().getTypeOperators());
        return new StoaConnector(new Warehouse(root, configuration), types, context.getNodeManager());
    }

    private static TrinoException invalid(String message) {
        return new TrinoException(StandardErrorCode.CONFIGURATION_INVALID, message);
    }
}
