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
package dev.stoa.hive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * A real Hive in this process: the driver, a metastore on Derby in memory, Tez in local mode. It takes long to start, so all
 * tests share one.
 */
public final class HiveSession {
    /** The metastore's database. */
    static final String METASTORE = "jdbc:derby:memory:metastore";

    private static final HiveSession SHARED = start();

    private final Path folder;
    private final HiveConf conf;

    private HiveSession(Path folder, HiveConf conf) {
        this.folder = folder;
        this.conf = conf;
    }

    /** The session, for the calling thread. */
    public static HiveSession shared() {
        if (SessionState.get() == null) {
            SessionState.start(new SessionState(SHARED.confOfAnother()));
        }
        return SHARED;
    }

    /** A session of its own for the calling thread, on the same metastore. */
    static HiveSession another(Map<String, String> settings) throws Exception {
        HiveConf conf = SHARED.confOfAnother();
        settings.forEach(conf::set);
        SessionState session = new SessionState(conf);
        session.initTxnMgr(conf);
        SessionState.start(session);
        return new HiveSession(SHARED.folder, conf);
    }

    /** Without the session's id: two of one id share a folder of Tez, and whichever starts last breaks the other's tasks. */
    private HiveConf confOfAnother() {
        HiveConf another = new HiveConf(conf);
        another.unset(HiveConf.ConfVars.HIVE_SESSION_ID.varname);
        return another;
    }

    private static HiveSession start() {
        try {
            Path folder = Files.createTempDirectory("stoa-hive");
            Map<String, String> settings = HiveSettings.of(folder, METASTORE + ";create=true");
            // HiveConf and Tez read them when they are loaded
            settings.forEach(System::setProperty);
            HiveConf conf = new HiveConf();
            settings.forEach(conf::set);
            SessionState session = new SessionState(conf);
            session.initTxnMgr(conf);
            SessionState.start(session);
            return new HiveSession(folder, conf);
        } catch (Exception e) {
            throw new IllegalStateException("Hive does not start", e);
        }
    }

    /** A folder for the tests' own files. */
    public Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve("tests").resolve(name));
    }

    /** The configuration of the calling thread's statements that follow. */
    public HiveConf conf() {
        return SessionState.get().getConf();
    }

    /** Changes a setting; gives what it was. */
    public String set(String key, String value) {
        String before = conf().get(key, "");
        conf().set(key, value);
        return before;
    }

    /**
     * Runs a statement.
     *
     * @return its rows, columns divided by tabs
     * @throws Exception if Hive refuses it or it fails
     */
    public List<String> run(String statement) throws Exception {
        try (IDriver driver = DriverFactory.newDriver(conf())) {
            driver.run(statement);
            List<Object> rows = new ArrayList<>();
            List<Object> some = new ArrayList<>();
            while (driver.getResults(some)) {
                rows.addAll(some);
                some.clear();
            }
            return rows.stream().map(Object::toString).toList();
        }
    }
}
