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
package dev.stoa.spark.internal.store;

import dev.stoa.vio.Folder;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * How a task gets at the files of a table: with the driver's configuration, and with delegation tokens for them. Spark itself
 * obtains those of the file systems that its settings name, and of no others.
 *
 * @param path of the table
 * @param configuration of the file systems
 * @param tokens Hadoop's form of them; empty for none
 */
public record TaskStore(TablePath path, Broadcast<SerializableConfiguration> configuration, byte[] tokens)
        implements Serializable {

    /** For the driver: obtains tokens where Hadoop asks for them and the user has none yet. */
    public static TaskStore of(TablePath path, Configuration configuration) {
        return SparkErrors.unchecked(() -> new TaskStore(
                path,
                SerializableConfiguration.broadcast(SparkSession.active().sparkContext(), configuration),
                UserGroupInformation.isSecurityEnabled()
                        ? tokens(new Path(path.folder()).getFileSystem(configuration))
                        : new byte[0]));
    }

    /** The tokens of a file system that the user does not have yet; who renews them is the user. */
    public static byte[] tokens(FileSystem fs) throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        Token<?>[] added = fs.addDelegationTokens(user.getShortUserName(), user.getCredentials());
        if (added == null || added.length == 0) {
            return new byte[0];
        }
        Credentials obtained = new Credentials();
        for (Token<?> token : added) {
            obtained.addToken(token.getService(), token);
        }
        DataOutputBuffer out = new DataOutputBuffer();
        obtained.writeTokenStorageToStream(out);
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    /** For the task: opens the folder, as a user with the tokens. */
    public Folder folder() throws IOException {
        addTokens();
        return path.openFolder(configuration.value().value());
    }

    public void addTokens() throws IOException {
        if (tokens.length > 0) {
            Credentials obtained = new Credentials();
            obtained.readTokenStorageStream(new DataInputStream(new ByteArrayInputStream(tokens)));
            UserGroupInformation.getCurrentUser().addCredentials(obtained);
        }
    }
}
