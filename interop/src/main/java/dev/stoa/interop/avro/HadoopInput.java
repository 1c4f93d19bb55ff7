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
package dev.stoa.interop.avro;

import java.io.IOException;
import org.apache.avro.file.SeekableInput;
import org.apache.hadoop.fs.FSDataInputStream;

/** Lets Avro's library read a file of Hadoop. */
record HadoopInput(FSDataInputStream in, long length) implements SeekableInput {

    @Override
    public void seek(long position) throws IOException {
        in.seek(position);
    }

    @Override
    public long tell() throws IOException {
        return in.getPos();
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        return in.read(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
