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
package dev.stoa.cli.internal.print;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;

/** JSON on the output stream, for scripts. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .configure(com.fasterxml.jackson.core.StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN, true)
            .configure(com.fasterxml.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET, false)
            .build();

    private Json() {}

    /** A generator of one indented document. */
    public static JsonGenerator document(PrintWriter out) throws IOException {
        return FACTORY.createGenerator(out).useDefaultPrettyPrinter();
    }

    /** A generator of one object per line. */
    public static JsonGenerator lines(PrintWriter out) throws IOException {
        JsonGenerator json = FACTORY.createGenerator(out);
        json.setRootValueSeparator(new com.fasterxml.jackson.core.io.SerializedString("\n"));
        return json;
    }
}
