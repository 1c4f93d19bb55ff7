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

import dev.stoa.vio.UnsafeStoreException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Refuses buffers that let S3A mix the bytes of two files. Since HADOOP-19221 (3.4.1), a cancelled upload returns its
 * blocks at once. Blocks of the kind {@code bytebuffer} return to a pool, and the next file gets them. A thread of the
 * cancelled upload may still read such a block, and so moves its position. The next file then has stale bytes, and S3A
 * reports success. Uploads do not share blocks of the kinds {@code disk} and {@code array}.
 */
final class UploadBuffers {

    private static final String SETTING = "fs.s3a.fast.upload.buffer";
    private static final String POOLED = "bytebuffer";
    private static final String SINCE_HADOOP_19221 = "org.apache.hadoop.fs.s3a.impl.UploadContentProviders";

    private UploadBuffers() {}

    /**
     * Looks at the settings of a store whose streams can be aborted.
     *
     * @throws UnsafeStoreException if the file might get bytes of another
     */
    static void refuseShared(FileSystem fs, Path target) throws UnsafeStoreException {
        if (fs.getConf().getTrimmed(SETTING, "").equalsIgnoreCase(POOLED) && isShared(fs)) {
            throw new UnsafeStoreException(
                    target.toString(),
                    SETTING + "=" + POOLED
                            + " can mix bytes of a cancelled upload into this file (Hadoop 3.4.1 and newer);"
                            + " set disk, which is the default, or array");
        }
    }

    private static boolean isShared(FileSystem fs) {
        try {
            Class.forName(SINCE_HADOOP_19221, false, fs.getClass().getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
