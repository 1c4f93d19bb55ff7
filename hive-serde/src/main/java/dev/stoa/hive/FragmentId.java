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
package dev.stoa.hive;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.Path;

/**
 * A fragment of a version of a table with a log.
 *
 * @param version of the table
 * @param fragment the fragment's id
 */
public record FragmentId(VersionId version, UUID fragment) {

    void write(DataOutput out) throws IOException {
        out.writeUTF(version.table().toString());
        out.writeUTF(version.text());
        out.writeUTF(fragment.toString());
    }

    static FragmentId read(DataInput in) throws IOException {
        VersionId version = VersionId.parse(new Path(in.readUTF()), in.readUTF());
        return new FragmentId(version, UUID.fromString(in.readUTF()));
    }
}
