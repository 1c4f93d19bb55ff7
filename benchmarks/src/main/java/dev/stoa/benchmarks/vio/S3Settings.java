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
package dev.stoa.benchmarks.vio;

import org.apache.hadoop.conf.Configuration;

/** How clients find the S3 server of an experiment: with S3A's own stream, which reads ranges as columnar files want it. */
public final class S3Settings {

    /** The server's only bucket. */
    public static final String BUCKET = "bkt";

    /** The bucket for Hadoop. */
    public static final String ROOT = "s3a://" + BUCKET + "/";

    /** The key's name. */
    public static final String IDENTITY = "local-identity";

    /** The key. */
    public static final String CREDENTIAL = "local-credential";

    private S3Settings() {}

    /** The settings of clients of a server at an address. */
    public static Configuration of(String endpoint) {
        Configuration conf = new Configuration();
        conf.set("fs.s3a.endpoint", endpoint);
        conf.set("fs.s3a.endpoint.region", "us-east-1");
        conf.set("fs.s3a.path.style.access", "true");
        conf.set("fs.s3a.connection.ssl.enabled", "false");
        conf.set("fs.s3a.access.key", IDENTITY);
        conf.set("fs.s3a.secret.key", CREDENTIAL);
        conf.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        conf.set("fs.s3a.bucket.probe", "0");
        conf.set("fs.s3a.input.stream.type", "classic");
        conf.set("fs.s3a.create.checksum.algorithm", "");
        return conf;
    }
}
