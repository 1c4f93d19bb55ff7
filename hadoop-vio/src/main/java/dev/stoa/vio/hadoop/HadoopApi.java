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

import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The abilities of the Hadoop on the class path. This library is compiled against the newest one and runs on any from 3.2
 * on. Small classes of their own call later additions. They are loaded only if these exist.
 *
 * <table>
 *   <caption>Those classes</caption>
 *   <tr><td>{@link OpenFile}</td><td>{@code openFile}</td><td>3.3.0</td></tr>
 *   <tr><td>{@link ByteBufferStream}</td><td>positional reads into buffers</td><td>3.3.0</td></tr>
 *   <tr><td>{@link PublishedByClose}</td><td>path capabilities; streams that can be aborted</td><td>3.3.0; 3.3.1</td></tr>
 *   <tr><td>{@link S3AStreams}</td><td>etags of files</td><td>3.3.2</td></tr>
 *   <tr><td>{@link VioStatistics}</td><td>statistics of streams</td><td>3.3.1</td></tr>
 *   <tr><td>{@link VectoredStream}, {@link VioInputStream} and what they use</td><td>{@code readVectored}</td>
 *       <td>3.3.5</td></tr>
 * </table>
 *
 * <p>{@link VioFileSystem} and {@link VioFs} also pass on calls that only newer versions make.
 */
final class HadoopApi {

    /** Whether files are opened through a builder, and file systems say what they can do for a path. */
    static final boolean SINCE_3_3 = has(FileSystem.class, "openFile", Path.class)
            && has(FileSystem.class, "hasPathCapability", Path.class, String.class);

    /** Whether streams have vectored reads. */
    static final boolean SINCE_3_3_5 = has(FSDataInputStream.class, "readVectored", List.class, IntFunction.class);

    private HadoopApi() {}

    private static boolean has(Class<?> type, String method, Class<?>... parameters) {
        try {
            type.getMethod(method, parameters);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
