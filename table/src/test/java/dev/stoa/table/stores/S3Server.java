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
package dev.stoa.table.stores;

import java.io.IOException;
import java.net.URI;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** An S3 server in this process, with one bucket. */
public final class S3Server implements AutoCloseable {
    /** The bucket. */
    static final URI BUCKET = URI.create("s3a://bkt/");

    private static final String IDENTITY = "local-identity";
    private static final String CREDENTIAL = "local-credential";

    private final S3Proxy proxy;
    private final FileSystem fs;

    /** Starts it. */
    S3Server() throws Exception {
        this(blobs -> blobs);
    }

    /** Starts one that does what something in front of its blobs does. */
    S3Server(UnaryOperator<BlobStore> front) throws Exception {
        proxy = S3Proxy.builder()
                .blobStore(front.apply(BlobStores.create("transient-nio2", new Properties())))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, IDENTITY, CREDENTIAL)
                .ignoreUnknownHeaders(true)
                .build();
        proxy.start();
        try (S3Client client = S3Client.builder()
                .endpointOverride(URI.create(endpoint()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(IDENTITY, CREDENTIAL)))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(ApacheHttpClient.create())
                .build()) {
            client.createBucket(b -> b.bucket(BUCKET.getHost()));
        }
        fs = FileSystem.newInstance(BUCKET, configuration());
    }

    /** The bucket's file system, which is not the caller's to close. */
    public FileSystem fileSystem() {
        return fs;
    }

    private String endpoint() {
        return "http://127.0.0.1:" + proxy.getPort();
    }

    /** How it is reached, by anybody on this machine. */
    Configuration configuration() {
        Configuration conf = new Configuration();
        conf.set("fs.s3a.endpoint", endpoint());
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
        conf.set("fs.s3a.create.checksum.algorithm", "");
        return conf;
    }

    @Override
    public void close() throws IOException {
        fs.close();
        try {
            proxy.stop();
        } catch (Exception e) {
            throw new IOException("the S3 server does not stop", e);
        }
    }
}
