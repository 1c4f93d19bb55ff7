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
package dev.stoa.cli.kill;

import java.net.URI;
import java.util.List;
import java.util.Properties;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** On S3A; the server, in this process, lives on. */
@AtNight
@Tag("soak")
class S3CommandKillTest extends CommandKillContract {
    private static final String IDENTITY = "local-identity";
    private static final String CREDENTIAL = "local-credential";

    private static S3Proxy proxy;
    private static String endpoint;

    @BeforeAll
    static void start() throws Exception {
        proxy = S3Proxy.builder()
                .blobStore(BlobStores.create("transient-nio2", new Properties()))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, IDENTITY, CREDENTIAL)
                .ignoreUnknownHeaders(true)
                .build();
        proxy.start();
        endpoint = "http://127.0.0.1:" + proxy.getPort();
        try (S3Client client = S3Client.builder()
                .endpointOverride(URI.create(endpoint))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(IDENTITY, CREDENTIAL)))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(ApacheHttpClient.create())
                .build()) {
            client.createBucket(b -> b.bucket("bkt"));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.stop();
    }

    @Override
    String root() {
        return "s3a://bkt/lake";
    }

    @Override
    List<String> settings() {
        return List.of(
                "fs.s3a.endpoint=" + endpoint,
                "fs.s3a.endpoint.region=us-east-1",
                "fs.s3a.path.style.access=true",
                "fs.s3a.connection.ssl.enabled=false",
                "fs.s3a.access.key=" + IDENTITY,
                "fs.s3a.secret.key=" + CREDENTIAL,
                "fs.s3a.aws.credentials.provider=org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider",
                "fs.s3a.bucket.probe=0",
                "fs.s3a.create.checksum.algorithm=",
                "fs.s3a.input.stream.type=classic");
    }
}
