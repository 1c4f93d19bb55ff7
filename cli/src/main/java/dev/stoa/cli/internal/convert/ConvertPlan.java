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
package dev.stoa.cli.internal.convert;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.Links;
import dev.stoa.cli.internal.io.Pipe;
import dev.stoa.cli.internal.io.StandardOutput;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.format.LikelyName;
import dev.stoa.interop.FileKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Assigns inputs to outputs. A single output file takes all inputs in order. In an output folder, each input becomes a file
 * with the same relative path, which keeps partition folders ({@code k=v}). With a target size, the files of a folder are
 * merged until they reach it.
 *
 * @param jobs the outputs
 * @param kind what they are
 */
public record ConvertPlan(List<Job> jobs, FileKind kind, boolean isNamed) {
    private static final String STANDARD_OUTPUT = "-";
    private static final Set<String> STORES_WITH_FOLDERS = Set.of("file", "hdfs");

    /**
     * An output.
     *
     * @param inputs its inputs, in order
     * @param fs its file system
     * @param path its path
     */
    public record Job(List<InputFiles.Input> inputs, FileSystem fs, Path path) {
        /** Whether the output is the standard output. */
        boolean isStandardOutput() {
            return path.toString().equals(STANDARD_OUTPUT);
        }

        /** Bytes of all inputs; those of a pipe or a table count as none. */
        long bytes() {
            return inputs.stream().mapToLong(i -> i.bytes()).sum();
        }

        /** Whether the bytes of an input are not known: it is a table, or read as it comes. */
        boolean isOpenEnded() throws IOException {
            for (InputFiles.Input input : inputs) {
                if (input.isTable() || input.isPipe()) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Makes the plan and checks that no output already exists, unless it may be overwritten.
     *
     * @param output the path as the user typed it: / at its end means a folder
     * @param asked the kind of the outputs, if it was named
     * @param targetSize bytes of inputs to merge into one output; empty: no merging
     */
    public static ConvertPlan of(
            List<InputFiles.Input> inputs,
            String output,
            Optional<FileKind> asked,
            Optional<Long> targetSize,
            boolean gzip,
            boolean overwrite,
            Configuration conf)
            throws IOException {
        Path out = InputFiles.path(output, conf);
        FileSystem fs = out.getFileSystem(conf);
        if (out.toString().equals(STANDARD_OUTPUT)) {
            FileKind kind = asked.orElse(FileKind.ARROW);
            StandardOutput.check(kind);
            return new ConvertPlan(List.of(new Job(inputs, fs, out)), kind, true);
        }
        refuseStream(fs, out);
        TableSearch.refuseOutput(fs, out);
        boolean isFolder = isFolder(fs, out);
        boolean isNewFolder = !isFolder && output.endsWith("/");
        if (!isFolder && !isNewFolder && asked.isEmpty()) {
            refuseMistyped(out);
        }
        Optional<FileKind> named = isFolder || isNewFolder ? Optional.empty() : FileKind.ofName(out.getName());
        FileKind kind = asked.or(() -> named).orElse(FileKind.STOA);
        List<Job> jobs = new ArrayList<>();
        if (named.isPresent() || (!isFolder && !isNewFolder && asked.isPresent() && inputs.size() == 1)) {
            refuseMissingFolder(fs, out);
            if (targetSize.isPresent()) {
                throw CommandException.usage("--target-size is for a folder as output, and " + out + " is one file: "
                        + out + "/ is a folder");
            }
            jobs.add(new Job(inputs, fs, out));
        } else {
            for (Map.Entry<String, List<InputFiles.Input>> e :
                    outputs(inputs, kind, targetSize, gzip).entrySet()) {
                jobs.add(new Job(e.getValue(), fs, new Path(out, "./" + e.getKey())));
            }
        }
        Set<Path> read = new HashSet<>();
        for (InputFiles.Input input : inputs) {
            read.add(Links.real(input.fs(), input.path()));
        }
        for (Job job : jobs) {
            if (read.contains(Links.real(fs, job.path()))) { // also of another job, which may read it later
                throw CommandException.usage(job.path() + " is both input and output");
            }
            if (!overwrite && fs.exists(job.path())) {
                throw CommandException.usage(job.path() + " exists already: choose another output, or --overwrite");
            }
        }
        return new ConvertPlan(jobs, kind, asked.isPresent() || named.isPresent());
    }

    /** Refuses a further output that would take the place of an input or an output. */
    void refuseTaken(String output, Configuration conf) throws IOException {
        Path out = InputFiles.path(output, conf);
        Path real = Links.real(out.getFileSystem(conf), out);
        for (Job job : jobs) {
            boolean isTaken = real.equals(Links.real(job.fs(), job.path()));
            for (InputFiles.Input input : job.inputs()) {
                isTaken |= real.equals(Links.real(input.fs(), input.path()));
            }
            if (isTaken) {
                throw CommandException.usage(out + " is an input or output of the conversion: name another file");
            }
        }
    }

    /** Refuses the name of a stream: an output takes its name when it is whole, so a file would replace the stream. */
    static void refuseStream(FileSystem fs, Path out) throws IOException {
        if (out.toString().equals(STANDARD_OUTPUT) || Pipe.isOther(fs, fs.makeQualified(out))) {
            throw CommandException.usage(
                    out
                            + " is neither a file nor a folder: it would be replaced by a file; - is the standard output of 'convert'");
        }
    }

    /** Refuses a new folder whose name ends as that of a file, because the user probably means a file. */
    private static void refuseMistyped(Path out) {
        String name = out.getName();
        String extension = name.substring(Math.max(0, name.lastIndexOf('.')));
        boolean isExtension =
                extension.length() > 1 && extension.chars().skip(1).allMatch(Character::isLetter);
        if (!isExtension || extension.equals(name) || FileKind.ofName(name).isPresent()) {
            return;
        }
        List<String> extensions =
                Stream.of(FileKind.values()).map(FileKind::extension).toList();
        throw CommandException.usage(out + " has the extension of no format"
                + LikelyName.question(extension, extensions) + ": the extensions are " + String.join(", ", extensions)
                + "; --to names a format, and " + out + "/ a folder");
    }

    /**
     * Refuses a file in a folder that does not exist, because the folder's name is probably mistyped. Object stores need no folder,
     * and folders of partitions ({@code k=v}) are made on purpose.
     */
    private static void refuseMissingFolder(FileSystem fs, Path out) throws IOException {
        Path folder = out.getParent();
        while (folder != null && folder.getName().contains("=")) {
            folder = folder.getParent();
        }
        if (folder != null && STORES_WITH_FOLDERS.contains(fs.getUri().getScheme()) && !fs.exists(folder)) {
            throw CommandException.usage(
                    out + ": the folder " + folder + " does not exist: create it first, or correct its name");
        }
    }

    private static boolean isFolder(FileSystem fs, Path path) throws IOException {
        try {
            FileStatus status = fs.getFileStatus(path);
            return status.isDirectory();
        } catch (java.io.FileNotFoundException e) {
            return false;
        }
    }

    private static Map<String, List<InputFiles.Input>> outputs(
            List<InputFiles.Input> inputs, FileKind kind, Optional<Long> targetSize, boolean gzip) {
        String extension = kind.extension() + (gzip && kind.isLines() ? ".gz" : "");
        Map<String, List<InputFiles.Input>> outputs = new LinkedHashMap<>();
        if (targetSize.isEmpty()) {
            for (InputFiles.Input input : inputs) {
                String name = withoutExtension(input.relative()) + extension;
                if (outputs.putIfAbsent(name, List.of(input)) != null) {
                    throw CommandException.usage(
                            outputs.get(name).get(0).path() + " and " + input.path() + " would both become " + name);
                }
            }
            return outputs;
        }
        Map<String, List<InputFiles.Input>> folders = new TreeMap<>();
        for (InputFiles.Input input : inputs) {
            String folder = input.relative().substring(0, input.relative().lastIndexOf('/') + 1);
            folders.computeIfAbsent(folder, f -> new ArrayList<>()).add(input);
        }
        folders.forEach((folder, files) -> {
            int part = 0;
            long bytes = 0;
            List<InputFiles.Input> group = new ArrayList<>();
            for (InputFiles.Input file : files) {
                if (!group.isEmpty() && bytes + file.bytes() > targetSize.get()) {
                    outputs.put(String.format("%spart-%05d%s", folder, part++, extension), List.copyOf(group));
                    group.clear();
                    bytes = 0;
                }
                group.add(file);
                bytes += file.bytes();
            }
            outputs.put(String.format("%spart-%05d%s", folder, part, extension), List.copyOf(group));
        });
        return outputs;
    }

    private static String withoutExtension(String relative) {
        if (FileKind.ofName(relative).isEmpty()) {
            return relative;
        }
        String name = relative.endsWith(".gz") ? relative.substring(0, relative.length() - 3) : relative;
        return name.substring(0, name.lastIndexOf('.'));
    }
}
