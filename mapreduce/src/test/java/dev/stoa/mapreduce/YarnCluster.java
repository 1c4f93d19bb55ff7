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
package dev.stoa.mapreduce;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** A YARN of one node, whose tasks and masters of jobs are processes. Runs until its input ends. */
final class YarnCluster {
    /** The file in its folder that it makes once it takes jobs. */
    static final String UP = "up";

    private YarnCluster() {}

    /** The argument is a folder. The settings for clients come into the folder {@code conf} there. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        String classPath = System.getProperty("java.class.path").replace(':', ',');
        Configuration conf = new YarnConfiguration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.set("yarn.app.mapreduce.am.staging-dir", folder.resolve("staging").toString());
        conf.setInt("yarn.scheduler.minimum-allocation-mb", 128);
        conf.setInt("yarn.nodemanager.resource.memory-mb", 2048);
        conf.setFloat("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 99.9f);
        conf.set("mapreduce.application.classpath", classPath);
        conf.set("yarn.application.classpath", classPath);
        MiniMRYarnCluster cluster = new MiniMRYarnCluster("stoa", 1);
        cluster.init(conf);
        cluster.start();
        Configuration ofClients = new Configuration(cluster.getConfig());
        ofClients.set("mapreduce.framework.name", "yarn");
        ofClients.set("mapreduce.application.classpath", classPath);
        ofClients.set("yarn.application.classpath", classPath);
        Files.createDirectories(folder.resolve("conf"));
        // clients read Hadoop's defaults of YARN and MapReduce after the first of them
        for (String name : List.of("core-site.xml", "yarn-site.xml", "mapred-site.xml")) {
            try (OutputStream out = Files.newOutputStream(folder.resolve("conf").resolve(name))) {
                ofClients.writeXml(out);
            }
        }
        Files.createFile(folder.resolve(UP));
        while (System.in.read() >= 0) {
            // the test still runs
        }
        System.exit(0); // its threads stay
    }
}
