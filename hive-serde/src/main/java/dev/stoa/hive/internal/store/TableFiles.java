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
package dev.stoa.hive.internal.store;

import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * The files of the folders that a job reads. Each folder is listed by one call, which an object store answers with one
 * request. Hadoop's own listing first looks for a pattern, a file or a folder, which takes seven requests to S3.
 */
public final class TableFiles {
    private TableFiles() {}

    /**
     * Lists them, except those whose names say that they do not count, and obtains the tokens of their file systems.
     *
     * @throws IOException if a folder is not there or can't be listed, or is a table with a log
     */
    public static List<FileStatus> list(JobConf job) throws IOException {
        Path[] folders = FileInputFormat.getInputPaths(job);
        TokenCache.obtainTokensForNamenodes(job.getCredentials(), folders, job);
        boolean isDeep = job.getBoolean(FileInputFormat.INPUT_DIR_RECURSIVE, false);
        List<FileStatus> files = new ArrayList<>();
        for (Path folder : Arrays.stream(folders).distinct().toList()) {
            add(job, folder, isDeep, files);
        }
        return files;
    }

    /**
     * Opens one.
     *
     * @throws IOException if it can't be read, or is no Stoa file
     */
    public static StoaFile open(Configuration configuration, Path file, long length) throws IOException {
        FileSystem fs = file.getFileSystem(configuration);
        return open(HadoopRangeSource.open(fs, file, OptionalLong.of(length)));
    }

    /** Opens one that was listed. */
    public static StoaFile open(Configuration configuration, FileStatus file) throws IOException {
        return open(HadoopRangeSource.open(file.getPath().getFileSystem(configuration), file));
    }

    private static StoaFile open(RangeSource source) throws IOException {
        try {
            return StoaFile.open(source);
        } catch (CorruptFileException e) {
            throw new CorruptFileException(
                    e.getMessage()
                            + ". Hive reads each file in the folder of a table. If this one is none of the table's,"
                            + " as LOAD DATA does not look into files, move it to another folder",
                    e);
        }
    }

    private static void add(JobConf job, Path folder, boolean isDeep, List<FileStatus> files) throws IOException {
        RemoteIterator<? extends FileStatus> found = FolderListing.of(folder, job);
        boolean mayHaveLog = false;
        while (found.hasNext()) {
            FileStatus status = found.next();
            String name = status.getPath().getName();
            if (name.startsWith("_") || name.startsWith(".")) {
                mayHaveLog |= status.isDirectory();
            } else if (status.isFile()) {
                files.add(status);
            } else if (isDeep) {
                add(job, status.getPath(), true, files);
            }
        }
        if (mayHaveLog) {
            LogFolders.refuse(job, folder);
        }
    }
}
