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

import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.InputStream;
import org.apache.hadoop.fs.BufferedFSInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/** Gives streams this library's vectored reads, where that can be done. */
final class VioStreams {

    /** Whether positional reads of a class of streams move the stream's own position while they last. */
    private static final ClassValue<Boolean> SEEKS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("read", long.class, byte[].class, int.class, int.class)
                                .getDeclaringClass()
                        == FSInputStream.class;
            } catch (NoSuchMethodException e) {
                return true;
            }
        }
    };

    private VioStreams() {}

    /**
     * Returns a stream with vectored reads, or the same one. It is the same if Hadoop has no vectored reads. It is also the
     * same if a positional read seeks, reads and seeks back, so that it can't run at the same time as the reads of the
     * stream's owner.
     */
    static FSDataInputStream wrap(
            FSDataInputStream stream, String id, StoreProfile profile, StoreCalibration calibration) {
        if (!HadoopApi.SINCE_3_3_5 || seeks(stream)) {
            return stream;
        }
        return new VioInputStream(stream, id, profile, calibration);
    }

    private static boolean seeks(FSDataInputStream stream) {
        if (StreamReaders.isVectored(stream)) {
            return false;
        }
        InputStream inner = stream;
        while (inner instanceof FSDataInputStream outer) {
            inner = outer.getWrappedStream();
        }
        // a buffered one passes positional reads on to a stream that it hides
        return inner instanceof BufferedFSInputStream || SEEKS.get(inner.getClass());
    }
}
