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
package dev.stoa.cli.internal.arguments;

import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import picocli.CommandLine.Option;

/** The configuration of the file systems of paths, as for Hadoop's own commands. */
public final class HadoopOptions {
    private static final String CONF_DIR = "HADOOP_CONF_DIR";
    private static final String AUTHENTICATION = "hadoop.security.authentication";

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set a Hadoop property, such as -D fs.s3a.endpoint=http://127.0.0.1:9000. Repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    private Optional<Configuration> made = Optional.empty();

    /** The defaults, the site files of {@code HADOOP_CONF_DIR}, then the settings of the command line. */
    public Configuration configuration() {
        if (made.isEmpty()) {
            made = Optional.of(read());
        }
        return made.get();
    }

    private Configuration read() {
        Configuration conf = new Configuration();
        String folder = System.getenv(CONF_DIR);
        boolean hasFolder = folder != null && !folder.isEmpty();
        if (hasFolder) {
            if (!new File(folder).isDirectory()) { // it may say to which store a path without a scheme belongs
                throw CommandException.usage(
                        CONF_DIR + " is '" + folder + "', and no folder is there: correct the variable, or unset it");
            }
            for (String name : new String[] {"core-site.xml", "hdfs-site.xml"}) {
                File file = new File(folder, name);
                if (file.isFile()) {
                    conf.addResource(new Path(file.toURI()));
                }
            }
        }
        settings.forEach(conf::set);
        boolean isGiven = hasFolder || settings.containsKey(AUTHENTICATION);
        if (isGiven && !"simple".equalsIgnoreCase(conf.get(AUTHENTICATION, "simple"))) {
            UserGroupInformation.setConfiguration(conf); // else Hadoop logs in as its own files say, without these
        }
        return conf;
    }
}
