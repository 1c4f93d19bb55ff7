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
package dev.stoa.trino.internal.metastore;

import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.hive.thrift.metastore.MetaException;
import io.trino.hive.thrift.metastore.ThriftHiveMetastore;
import io.trino.spi.TrinoException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/** A metastore of Hive, by its Thrift interface without Kerberos. Each request has a connection of its own. */
public final class Metastore {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 60_000;

    private final List<URI> addresses;

    /** Requests of one connection. */
    interface Work<T> {
        T run(ThriftHiveMetastore.Client client) throws TException;
    }

    private Metastore(List<URI> addresses) {
        this.addresses = addresses;
    }

    /**
     * Names a metastore.
     *
     * @param addresses such as {@code thrift://host:9083}, with commas between those that serve the same
     * @throws IllegalArgumentException if one of them is none
     */
    public static Metastore at(String addresses) {
        List<URI> all = new ArrayList<>();
        for (String text : addresses.split(",", -1)) {
            URI address = URI.create(text.strip());
            if (!"thrift".equals(address.getScheme()) || address.getHost() == null || address.getPort() < 0) {
                throw new IllegalArgumentException(
                        "'" + text.strip() + "' is not the address of a metastore: write thrift://HOST:PORT");
            }
            all.add(address);
        }
        return new Metastore(List.copyOf(all));
    }

    /**
     * Runs requests at the first address that takes a connection.
     *
     * @throws TException if the metastore refuses one, by a type that says why
     * @throws TrinoException if it fails, or no address answers
     */
    <T> T call(Work<T> work) throws TException {
        try (TSocket socket = connect()) {
            return work.run(new ThriftHiveMetastore.Client(new TBinaryProtocol(socket)));
        } catch (TTransportException e) {
            throw failure(
                    "the metastore " + addresses + " did not answer, so it is unknown whether the statement had an"
                            + " effect there: look at its log",
                    e);
        } catch (MetaException e) {
            throw failure("the metastore " + addresses + " failed: " + e.getMessage(), e);
        }
    }

    private TSocket connect() {
        TTransportException last = null;
        for (URI address : addresses) {
            try {
                TSocket socket = new TSocket(
                        TConfiguration.DEFAULT, address.getHost(), address.getPort(), ANSWER_MILLIS, CONNECT_MILLIS);
                socket.open();
                return socket;
            } catch (TTransportException e) {
                last = e;
            }
        }
        throw failure(
                "no metastore answers at " + addresses + ": see whether it runs, and whether stoa.metastore names"
                        + " its port",
                last);
    }

    private static TrinoException failure(String message, TException cause) {
        return new TrinoException(StoaErrors.Code.STOA_METASTORE, message, cause);
    }
}
