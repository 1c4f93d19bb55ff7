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
package dev.stoa.trino.internal.store;

import com.google.inject.Binder;
import com.google.inject.Injector;
import com.google.inject.multibindings.OptionalBinder;
import io.airlift.bootstrap.Bootstrap;
import io.airlift.bootstrap.LifeCycleManager;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.cache.CacheKeyProvider;
import io.trino.filesystem.manager.FileSystemModule;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.security.ConnectorIdentity;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Tables in object stores, by Trino's own file systems. A catalog configures them as it does for Trino's other connectors of
 * files: {@code fs.s3.enabled}, {@code s3.region}, {@code fs.cache.enabled} and so on.
 */
public final class NativeWarehouses implements Warehouses {
    private final TrinoFileSystemFactory factory;
    private final Optional<Location> root;
    private final BiFunction<Store, ConnectorSession, Warehouse> tables;
    private final LifeCycleManager running;

    private NativeWarehouses(
            TrinoFileSystemFactory factory,
            Optional<Location> root,
            BiFunction<Store, ConnectorSession, Warehouse> tables,
            LifeCycleManager running) {
        this.factory = factory;
        this.root = root;
        this.tables = tables;
        this.running = running;
    }

    /**
     * Starts the file systems of a catalog.
     *
     * @param root location of the warehouse; none if each table has its own
     * @param tables finds the tables in the folders
     * @param properties of the file systems; one that is unknown is refused
     * @throws IllegalArgumentException if none of the file systems has the location
     */
    public static NativeWarehouses start(
            String catalog,
            Optional<String> root,
            BiFunction<Store, ConnectorSession, Warehouse> tables,
            Map<String, String> properties,
            ConnectorContext context) {
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(NativeWarehouses.class.getClassLoader())) {
            Injector injector = new Bootstrap(
                            new FileSystemModule(catalog, context, false), binder -> bind(binder, catalog, context))
                    .doNotInitializeLogging()
                    .setRequiredConfigurationProperties(properties)
                    .initialize();
            TrinoFileSystemFactory factory = injector.getInstance(TrinoFileSystemFactory.class);
            Optional<Location> location = root.map(Location::of);
            location.ifPresent(
                    it -> factory.create(ConnectorIdentity.ofUser("stoa")).newInputFile(it.appendPath("any")));
            return new NativeWarehouses(factory, location, tables, injector.getInstance(LifeCycleManager.class));
        }
    }

    private static void bind(Binder binder, String catalog, ConnectorContext context) {
        binder.bind(OpenTelemetry.class).toInstance(context.getOpenTelemetry());
        binder.bind(Tracer.class).toInstance(context.getTracer());
        binder.bind(CatalogName.class).toInstance(new CatalogName(catalog));
        OptionalBinder.newOptionalBinder(binder, CacheKeyProvider.class)
                .setBinding()
                .toInstance(new CacheKeys());
    }

    @Override
    public Warehouse of(ConnectorSession session) {
        return tables.apply(new TrinoStore(factory.create(session), root), session);
    }

    /** Stops the threads and connections of the file systems. */
    @Override
    public void close() {
        running.stop();
    }
}
