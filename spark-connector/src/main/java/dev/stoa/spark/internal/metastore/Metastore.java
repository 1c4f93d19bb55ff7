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
package dev.stoa.spark.internal.metastore;

import dev.stoa.spark.internal.store.SparkErrors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import org.apache.spark.sql.classic.SparkSession;

/**
 * The metastore of Spark's session, through Hive's own client without its hooks: these need the classes of a table's storage handler.
 * Each piece of work has a connection of its own.
 */
final class Metastore {
    private static final String HIVE = "org.apache.spark.sql.hive.HiveExternalCatalog";
    private static final String CLIENT = "org.apache.spark.sql.hive.client.HiveClient";

    private final ClassLoader classes;
    private final Configuration settings;

    /** Requests of one connection. */
    interface Work<T> {
        T run(HiveObject client) throws MetastoreException;
    }

    private Metastore(ClassLoader classes, Configuration settings) {
        this.classes = classes;
        this.settings = settings;
    }

    /** Finds the metastore of the active session, with the settings and the release of Hive that Spark has for it. */
    static Metastore ofSession() {
        ExternalCatalog catalog =
                SparkSession.active().sharedState().externalCatalog().unwrapped();
        if (!catalog.getClass().getName().equals(HIVE)) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_SETTING,
                    "spark_catalog is that of Stoa, which has tables of Hive's metastore, and this session has none: set"
                            + " spark.sql.catalogImplementation=hive, or enableHiveSupport(), before it starts");
        }
        try {
            Object client = new HiveObject(catalog).call("client").object();
            // by the trait: the class names types that not every release of Hive has
            Object state = Class.forName(CLIENT, true, catalog.getClass().getClassLoader())
                    .getMethod("getState")
                    .invoke(client);
            return new Metastore(
                    state.getClass().getClassLoader(),
                    new HiveObject(state).call("getConf").as(Configuration.class));
        } catch (ReflectiveOperationException | MetastoreException e) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_METASTORE,
                    "Spark does not reach Hive's metastore: " + e.getMessage(),
                    e);
        }
    }

    /** Makes a new object of Hive. */
    HiveObject make(String type) throws MetastoreException {
        return HiveObject.make(classes, "org.apache.hadoop.hive.metastore.api." + type);
    }

    /**
     * Sends requests.
     *
     * @throws MetastoreException if the metastore refuses one
     */
    <T> T call(Work<T> work) throws MetastoreException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            HiveObject client = connect();
            try {
                return work.run(client);
            } catch (MetastoreException e) {
                if (e.is("TTransportException")) {
                    throw failure(
                            "the metastore" + address()
                                    + " did not answer, so it is unknown whether the statement had an effect there: look at"
                                    + " its log",
                            e);
                }
                throw e;
            } finally {
                client.call("close");
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private HiveObject connect() {
        try {
            return HiveObject.make(classes, "org.apache.hadoop.hive.metastore.HiveMetaStoreClient", settings);
        } catch (MetastoreException e) {
            throw failure(
                    "no metastore answers" + address() + ": see whether it runs, and whether hive.metastore.uris names"
                            + " its port",
                    e);
        }
    }

    private String address() {
        String uris = settings.get("hive.metastore.uris", settings.get("metastore.thrift.uris", ""));
        return uris.isEmpty() ? "" : " at " + uris;
    }

    private static RuntimeException failure(String message, MetastoreException cause) {
        return SparkErrors.refusal(SparkErrors.Condition.STOA_METASTORE, message, cause);
    }
}
