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
package dev.stoa.vio.hadoop;

import java.net.URI;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** An S3 server in this process, with one bucket; or, for tests of other modules, in one of its own. */
final class S3ProxyServer {

    private static final String BUCKET = "bkt";
    private static final String IDENTITY = "local-identity";
    private static final String CREDENTIAL = "local-credential";

    private final S3Proxy proxy;

    S3ProxyServer() throws Exception {
        proxy = S3Proxy.builder()
                .blobStore(BlobStores.create("transient-nio2", new Properties()))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, IDENTITY, CREDENTIAL)
                .ignoreUnknownHeaders(true)
                .build();
        proxy.start();
        try (S3Client client = client()) {
            client.createBucket(b -> b.bucket(BUCKET));
        }
    }

    /**
     * Runs a server until nobody writes to this process any more. It prints the settings with which Hadoop reaches the bucket, one a
     * line, and an empty line.
     */
    public static void main(String[] ignored) throws Exception {
        Configuration settings = new S3ProxyServer().configuration("classic");
        settings.forEach(setting -> {
            if (setting.getKey().startsWith("fs.s3a.")) {
                System.out.println(setting.getKey() + "=" + setting.getValue());
            }
        });
        System.out.println();
        while (System.in.read() >= 0) {
            // nothing is ever said
        }
        System.exit(0);
    }

    private String endpoint() {
        return "http://127.0.0.1:" + proxy.getPort();
    }

    private S3Client client() {
        return S3Client.builder()
                .endpointOverride(URI.create(endpoint()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(IDENTITY, CREDENTIAL)))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(ApacheHttpClient.create())
                .build();
    }

    /** Opens the bucket with a kind of input stream: classic, analytics or prefetch. */
    FileSystem fileSystem(String streamType) throws Exception {
        return FileSystem.newInstance(URI.create("s3a://" + BUCKET + "/"), configuration(streamType));
    }

    /** Returns how the bucket is reached, with a kind of input stream. */
    Configuration configuration(String streamType) {
        Configuration conf = new Configuration();
        conf.set("fs.s3a.endpoint", endpoint());
        conf.set("fs.s3a.endpoint.region", "us-east-1");
        conf.set("fs.s3a.path.style.access", "true");
        conf.set("fs.s3a.connection.ssl.enabled", "false");
        conf.set("fs.s3a.access.key", IDENTITY);
        conf.set("fs.s3a.secret.key", CREDENTIAL);
        conf.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        conf.set("fs.s3a.multipart.size", "5M");
        conf.set("fs.s3a.multipart.threshold", "5M");
        conf.set("fs.s3a.bucket.probe", "0");
        conf.set("fs.s3a.attempts.maximum", "2");
        conf.set("fs.s3a.retry.limit", "2");
        conf.set("fs.s3a.input.stream.type", streamType);
        conf.set("fs.s3a.create.checksum.algorithm", "");
        return conf;
    }

    /** Returns how many uploads of several parts were begun and neither completed nor aborted. */
    int unfinishedUploads() {
        try (S3Client client = client()) {
            return client.listMultipartUploads(b -> b.bucket(BUCKET)).uploads().size();
        }
    }

    void stop() throws Exception {
        proxy.stop();
    }
}
