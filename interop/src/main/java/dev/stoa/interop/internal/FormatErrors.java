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
package dev.stoa.interop.internal;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.vio.hadoop.FsErrors;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSError;

/**
 * Makes one kind of error of what a library throws for bad files, and puts before it where it happened.
 *
 * @param format the format's name
 * @param packages how the names of the library's classes, and of those it rests on, begin
 */
public record FormatErrors(String format, List<String> packages) {

    /**
     * The error to throw: the same for a failure of the store, otherwise a {@link StoaException}.
     *
     * @param where the file, or the part of it, at the beginning of the message
     */
    public IOException explain(String where, Throwable e) {
        if (e instanceof CorruptFileException) {
            return new CorruptFileException(where + ": " + e.getMessage(), e);
        }
        if (e instanceof UnsupportedFileException) {
            return new UnsupportedFileException(where + ": " + e.getMessage());
        }
        if (e instanceof StoaException) {
            return new StoaException(where + ": " + e.getMessage(), e);
        }
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof FSError disk) {
                return FsErrors.ioException(where, disk);
            }
            if (at instanceof StoaException named) {
                return explain(where, named); // a library has wrapped it
            }
        }
        if (e instanceof EOFException) {
            return new CorruptFileException(where + ": the file ends too early: " + text(e), e);
        }
        if (e instanceof IOException failure && !isFromLibrary(e)) {
            return failure;
        }
        return new CorruptFileException(where + ": can't be read as " + format + ": " + text(e), e);
    }

    /** Whether the library found fault with the bytes, not the store with the request. */
    private boolean isFromLibrary(Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            StackTraceElement[] trace = at.getStackTrace();
            boolean librarys = trace.length > 0 && packages.stream().anyMatch(trace[0].getClassName()::startsWith);
            if (at instanceof IOException && !(at instanceof EOFException) && !librarys) {
                return false;
            }
        }
        return true;
    }

    /** The error to throw when writing failed: of the values, or of the store. */
    public IOException explainWrite(String where, Exception e) {
        if (e instanceof StoaException) {
            return new StoaException(where + ": " + e.getMessage(), e);
        }
        return e instanceof IOException store
                ? store
                : new IOException(where + ": can't be written as " + format + ": " + text(e), e);
    }

    /**
     * Returns the message of an error for a person. Errors of the language, such as an index out of bounds, speak of a
     * program, not of a file. Their message names the place in the program.
     */
    private static String message(Throwable e) {
        boolean isOfLanguage =
                !(e instanceof IOException) && e.getClass().getName().startsWith("java.");
        boolean speaks = e.getMessage() != null
                && (e.getClass() == IllegalArgumentException.class
                        || e.getClass() == IllegalStateException.class
                        || e.getClass() == UnsupportedOperationException.class
                        || e.getClass() == RuntimeException.class
                        || e instanceof UncheckedIOException);
        if (!isOfLanguage || speaks) {
            return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
        StackTraceElement[] trace = e.getStackTrace();
        String place = "";
        for (int i = 0; i < trace.length && place.isEmpty(); i++) {
            String type = trace[i].getClassName();
            place = type.startsWith("java.") || type.startsWith("jdk.")
                    ? ""
                    : " in " + type.substring(type.lastIndexOf('.') + 1) + "." + trace[i].getMethodName();
        }
        return "its bytes or metadata are not what a writer makes ("
                + e.getClass().getSimpleName() + place + ")";
    }

    /** The messages of an error and its causes, in one line. */
    public static String text(Throwable e) {
        StringBuilder text = new StringBuilder();
        Throwable at = e;
        for (int depth = 0; at != null && depth < 4; depth++, at = at.getCause()) {
            if (at instanceof ExecutionException) {
                continue;
            }
            String message = message(at);
            if (text.indexOf(message) < 0) {
                text.append(text.length() == 0 ? "" : ": ").append(message);
            }
        }
        String line = text.toString().replaceAll("\\s+", " ");
        return line.length() > 500 ? line.substring(0, 500) + "..." : line;
    }
}
