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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that fails when a statement is committed: its rows stay. */
@Tag("engine")
class LateFailureTest {
    private static final URI HERE = URI.create("hdfs://late");

    /** Whether reads fail once the next entry of a log is there. */
    private static volatile boolean isArmed;

    private static volatile boolean isBroken;

    @TempDir
    static Path warehouse;

    /** It can't read parts of checkpoints after a commit. */
    public static final class LateStore extends LocalHdfs {
        @Override
        public URI getUri() {
            return HERE;
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
            boolean done = super.rename(from, to);
            isBroken |= isArmed && to.getName().endsWith(".commit");
            return done;
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
            if (isBroken && path.toString().contains("/_stoa/parts/")) {
                throw new IOException(path + ": the store does not answer");
            }
            return super.open(path, buffer);
        }
    }

    @BeforeAll
    static void addCatalog() {
        Spark.session().conf().set(LocalHdfs.IMPLEMENTATION, LateStore.class.getName());
        Spark.catalog(Spark.session(), "late", HERE + warehouse.toString());
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset(LocalHdfs.IMPLEMENTATION);
    }

    @Test
    void rowsThatAreCommittedStay() {
        Rows.of(
                "create table late.t (id bigint) tblproperties ('checkpoint-part-fragments' = '2', 'upkeep' = 'false')");
        for (int i = 0; i < 9; i++) {
            Rows.of("insert into late.t values (" + i + ")");
        }
        isArmed = true;
        try {
            Rows.of("insert into late.t values (9)");
            assertTrue(isBroken);
        } finally {
            isArmed = false;
            isBroken = false;
        }
        assertEquals(List.of("[10, 45]"), Rows.of("select count(*), sum(id) from late.t"));
    }
}
