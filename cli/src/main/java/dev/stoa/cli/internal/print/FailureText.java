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

import dev.stoa.format.StoaException;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures in one line. */
public final class FailureText {
    /** Matches what Hadoop says where no server listens. */
    private static final Pattern REFUSED =
            Pattern.compile("^Call From \\S+ to (\\S+) failed on connection exception: ");

    private FailureText() {}

    /** Returns the message of a failure in one line. Stores put whole traces into their messages; the first line is enough. */
    public static String oneLine(Exception failure) {
        if (lacksCredentials(failure)) {
            return "no credentials for S3"
                    + place(String.valueOf(failure.getMessage()))
                            .map(" to open "::concat)
                            .orElse("")
                    + ": set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or -D fs.s3a.access.key=... and"
                    + " -D fs.s3a.secret.key=...; a public bucket needs -D fs.s3a.aws.credentials.provider="
                    + "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider";
        }
        String message = Optional.ofNullable(failure.getMessage())
                .orElse(failure.getClass().getSimpleName())
                .lines()
                .findFirst()
                .orElse("");
        if (message.startsWith("Incomplete HDFS URI")) {
            return message + ": name the namenode, as hdfs://HOST:PORT/..., or set HADOOP_CONF_DIR to the folder of the"
                    + " cluster's core-site.xml";
        }
        if (message.contains("Too many open files")) {
            return message + ": this process, or the server of a store, may open no more: raise the limit, such as by"
                    + " 'ulimit -n 4096', or name fewer files";
        }
        Matcher refused = REFUSED.matcher(message);
        if (refused.find()) {
            return "no server answers at " + refused.group(1)
                    + ": look whether it runs, and whether host and port of the path, or of core-site.xml, are right";
        }
        return failure instanceof StoaException
                        || failure instanceof WriteFailedException
                        || failure.getClass() == IOException.class
                ? message
                : message + " (" + failure.getClass().getSimpleName() + ")";
    }

    /** Returns what a command says whose memory did not suffice. */
    public static String outOfMemory(OutOfMemoryError failure) {
        String what = String.valueOf(failure.getMessage());
        return "the memory of the process does not suffice (" + what + ")"
                + (what.contains("thread")
                        ? ": let it have more threads, such as by 'ulimit -u'"
                        : ": Java may use " + (Runtime.getRuntime().maxMemory() >> 20)
                                + " MB here, and STOA_OPTS=-Xmx8g lets it use 8 GB");
    }

    /** Returns what a command says that could not load the native library of a compressor; empty for other failures. */
    public static Optional<String> notLoaded(LinkageError failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String reason = String.valueOf(cause.getMessage());
            if (cause instanceof UnsatisfiedLinkError || reason.startsWith("Cannot unpack")) {
                return Optional.of("the library of a compressor can't be loaded ("
                        + reason.lines().findFirst().orElse("") + "): it is put into "
                        + System.getProperty("java.io.tmpdir")
                        + " first: make room there, and let programs run from there, or name another folder, such as by"
                        + " STOA_OPTS=-Djava.io.tmpdir=/var/tmp");
            }
        }
        return Optional.empty();
    }

    /** Whether a store of S3 found no credentials. This names the classes, because Hadoop's S3 is optional. */
    private static boolean lacksCredentials(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String name = cause.getClass().getSimpleName();
            if (name.equals("NoAuthWithAWSException") || name.equals("NoAwsCredentialsException")) {
                return true;
            }
        }
        return failure.getMessage() != null && failure.getMessage().contains("NoAuthWithAWSException");
    }

    /** The path that the message of a store begins with. */
    private static Optional<String> place(String message) {
        int end = message.indexOf(": ");
        return message.startsWith("s3") && end > 0
                ? Optional.of(message.substring(0, end).replaceFirst("/_stoa$", ""))
                : Optional.empty();
    }
}
