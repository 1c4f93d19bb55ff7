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
package dev.stoa.table;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.vio.Folder;
import dev.stoa.vio.UnsafeStoreException;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.net.URI;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** On S3A, with an S3 server in this process. */
class S3RaceTest extends RaceContract {
    private static final String IDENTITY = "local-identity";
    private static final String CREDENTIAL = "local-credential";

    private static S3Proxy proxy;
    private static FileSystem fs;

    @BeforeAll
    static void start() throws Exception {
        proxy = S3Proxy.builder()
                .blobStore(BlobStores.create("transient-nio2", new Properties()))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, IDENTITY, CREDENTIAL)
                .ignoreUnknownHeaders(true)
                .build();
        proxy.start();
        try (S3Client client = S3Client.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + proxy.getPort()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(IDENTITY, CREDENTIAL)))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(ApacheHttpClient.create())
                .build()) {
            client.createBucket(b -> b.bucket("bkt"));
        }
        fs = FileSystem.newInstance(URI.create("s3a://bkt/"), configuration());
    }

    private static Configuration configuration() {
        Configuration conf = new Configuration();
        conf.set("fs.s3a.endpoint", "http://127.0.0.1:" + proxy.getPort());
        conf.set("fs.s3a.endpoint.region", "us-east-1");
        conf.set("fs.s3a.path.style.access", "true");
        conf.set("fs.s3a.connection.ssl.enabled", "false");
        conf.set("fs.s3a.access.key", IDENTITY);
        conf.set("fs.s3a.secret.key", CREDENTIAL);
        conf.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        conf.set("fs.s3a.bucket.probe", "0");
        conf.set("fs.s3a.attempts.maximum", "2");
        conf.set("fs.s3a.retry.limit", "2");
        conf.set("fs.s3a.input.stream.type", "classic");
        conf.set("fs.s3a.fast.upload.buffer", "bytebuffer");
        conf.set("fs.s3a.create.checksum.algorithm", "");
        return conf;
    }

    @AfterAll
    static void stop() throws Exception {
        fs.close();
        proxy.stop();
    }

    @Override
    Folder folder() {
        return HadoopFolder.of(fs, new org.apache.hadoop.fs.Path("/lake/t"));
    }

    @Override
    int writers() {
        return 4;
    }

    @Override
    int commits() {
        return 4;
    }

    @Test
    void withoutConditionalCreationItIsRefused() throws Exception {
        Configuration conf = configuration();
        conf.set("fs.s3a.create.conditional.enabled", "false");
        try (FileSystem without = FileSystem.newInstance(URI.create("s3a://bkt/"), conf)) {
            Folder folder = HadoopFolder.of(without, new org.apache.hadoop.fs.Path("/lake/u"));
            assertThrows(
                    UnsafeStoreException.class,
                    () -> Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT));
        }
    }
}
