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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hive.ql.exec.UDF;
import org.apache.hadoop.hive.ql.udf.UDFType;

/** A function that returns as soon as a file exists: until then the statement that calls it runs. */
@UDFType(deterministic = false)
@SuppressWarnings("deprecation") // Hive has nothing as short
public final class WaitFor extends UDF {
    /** What the name of the file ends with that says that the statement runs. */
    static final String BEGUN = ".begun";

    /** Called by Hive for each row. */
    public int evaluate(int value, String file) throws IOException, InterruptedException {
        Files.writeString(Path.of(file + BEGUN), "");
        while (!Files.exists(Path.of(file))) {
            Thread.sleep(20);
        }
        return value;
    }
}
