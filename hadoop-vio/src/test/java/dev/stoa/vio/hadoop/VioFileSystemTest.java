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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wrapper: found by configuration, and all that is not reading passes through it. */
class VioFileSystemTest {

    private static final String HERE = "dev.stoa.vio.hadoop.VioFileSystem";

    @TempDir
    File folder;

    private static Configuration wrapping(String scheme) {
        Configuration conf = new Configuration();
        conf.set("fs." + scheme + ".impl", HERE);
        return conf;
    }

    /** A local file system that has what local ones lack. */
    public static final class Tokens extends RawLocalFileSystem {

        @Override
        public String getCanonicalServiceName() {
            return "service:1";
        }

        @Override
        public Token<?> getDelegationToken(String renewer) {
            Token<TokenIdentifier> token = new Token<>();
            token.setService(new org.apache.hadoop.io.Text(getCanonicalServiceName() + renewer));
            return token;
        }
    }

    @Test
    void isFoundAndCachedLikeAnyOther() throws IOException {
        URI uri = folder.toURI();
        Configuration conf = wrapping("file");
        conf.setBoolean("fs.file.impl.disable.cache", false);
        try (FileSystem fs = FileSystem.newInstance(uri, conf)) {
            VioFileSystem vio = assertInstanceOf(VioFileSystem.class, fs);
            assertInstanceOf(LocalFileSystem.class, vio.getRawFileSystem(), "what Hadoop itself has");
            assertEquals("file", fs.getScheme());
            assertArrayEquals(new FileSystem[] {vio.getRawFileSystem()}, fs.getChildFileSystems());
            assertNotSame(fs, FileSystem.newInstance(uri, conf));
        }
        FileSystem cached = FileSystem.get(URI.create("vfile:///"), own(conf));
        assertSame(cached, FileSystem.get(URI.create("vfile:///"), own(conf)));
        assertInstanceOf(VioFileSystem.class, new Path("vfile:///x").getFileSystem(own(conf)));
        cached.close();
    }

    /** Adds a scheme of its own. */
    private static Configuration own(Configuration base) {
        Configuration conf = new Configuration(base);
        conf.set("fs.vfile.impl", HERE);
        conf.setClass("stoa.vio.fs.vfile.impl", RawLocalFileSystem.class, FileSystem.class);
        return conf;
    }

    @Test
    void wrapsWhatTheConfigurationNames() throws IOException {
        Configuration conf = wrapping("file");
        conf.setClass("stoa.vio.fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(folder.toURI(), conf)) {
            assertSame(
                    RawLocalFileSystem.class,
                    ((FilterFileSystem) fs).getRawFileSystem().getClass());
        }
    }

    @Test
    void refusesWhatCannotBeWrapped() {
        Configuration itself = wrapping("file");
        itself.set("stoa.vio.fs.file.impl", HERE);
        assertRefused(itself, "file:///", "stoa.vio.fs.file.impl", "itself");
        assertRefused(wrapping("nobody"), "nobody://x/", "stoa.vio.fs.nobody.impl", "nobody");
        Configuration missing = wrapping("file");
        missing.set("stoa.vio.fs.file.impl", "no.such.Class");
        assertRefused(missing, "file:///", "stoa.vio.fs.file.impl", "no.such.Class");
        Configuration another = wrapping("file");
        another.set("stoa.vio.fs.file.impl", "java.lang.String");
        assertRefused(another, "file:///", "stoa.vio.fs.file.impl", "java.lang.String");
    }

    private static void assertRefused(Configuration conf, String uri, String... words) {
        UnsupportedFileSystemException e =
                assertThrows(UnsupportedFileSystemException.class, () -> FileSystem.newInstance(URI.create(uri), conf));
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), e.getMessage());
        }
    }

    @Test
    void aBadSettingIsRefusedAtOnce() {
        Configuration conf = wrapping("file");
        conf.set("stoa.vio.file.attempts", "0");
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> FileSystem.newInstance(folder.toURI(), conf));
        assertEquals("stoa.vio.file.attempts = 0: must be a number from 1 to 2147483647", e.getMessage());
    }

    @Test
    void tokensPassThrough() throws IOException {
        Configuration conf = wrapping("file");
        conf.setClass("stoa.vio.fs.file.impl", Tokens.class, FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(folder.toURI(), conf)) {
            assertEquals("service:1", fs.getCanonicalServiceName());
            Credentials credentials = new Credentials();
            Token<?>[] tokens = fs.addDelegationTokens("me", credentials);
            assertEquals(1, tokens.length, "one, not one for each layer");
            assertEquals("service:1me", tokens[0].getService().toString());
            assertEquals(1, credentials.numberOfTokens());
        }
    }

    @Test
    @SuppressWarnings("deprecation") // that is where Hadoop counts
    void statisticsAreCountedOnce() throws IOException {
        Configuration conf = wrapping("file");
        conf.setClass("stoa.vio.fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(folder.toURI(), conf)) {
            long before =
                    FileSystem.getStatistics("file", RawLocalFileSystem.class).getBytesWritten();
            try (FSDataOutputStream out = fs.create(new Path(folder.toURI() + "/s"))) {
                out.write(new byte[1234]);
            }
            assertEquals(
                    1234,
                    FileSystem.getStatistics("file", RawLocalFileSystem.class).getBytesWritten() - before);
            assertEquals(
                    0, FileSystem.getStatistics("file", VioFileSystem.class).getBytesWritten());
        }
    }

    @Test
    void opensWithWhatTheCallerKnows() throws Exception {
        try (FileSystem fs = FileSystem.newInstance(folder.toURI(), wrapping("file"))) {
            Path path = new Path(folder.toURI() + "/f");
            try (FSDataOutputStream out = fs.create(path)) {
                out.write(new byte[100]);
            }
            FileStatus status = fs.getFileStatus(path);
            try (FSDataInputStream in = fs.openFile(path)
                    .opt("fs.option.openfile.read.policy", "vector")
                    .withFileStatus(status)
                    .build()
                    .get()) {
                assertInstanceOf(VioInputStream.class, in);
                assertEquals(100, in.readAllBytes().length);
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> fs.openFile(path).must("no.such.option", "x").build().get(),
                    "what is mandatory is checked by the file system");
        }
    }

    @Test
    void fileContextsHaveADoorOfTheirOwn() throws Exception {
        Configuration conf = new Configuration();
        conf.set("fs.AbstractFileSystem.file.impl", "dev.stoa.vio.hadoop.VioFs");
        FileContext context = FileContext.getFileContext(folder.toURI(), conf);
        assertInstanceOf(VioFs.class, context.getDefaultFileSystem());
        Path path = new Path(folder.toURI() + "/c");
        try (FSDataOutputStream out =
                context.create(path, java.util.EnumSet.of(org.apache.hadoop.fs.CreateFlag.CREATE))) {
            out.write(new byte[] {1, 2, 3});
        }
        try (FSDataInputStream in = context.open(path)) {
            assertInstanceOf(VioInputStream.class, in);
            assertArrayEquals(new byte[] {1, 2, 3}, in.readAllBytes());
        }
        try (FSDataInputStream in = context.openFile(path).build().get()) {
            assertInstanceOf(VioInputStream.class, in);
        }
        assertEquals(3, context.getFileStatus(path).getLen());
        assertTrue(context.util().exists(path));
        assertTrue(context.delete(path, false));

        Configuration itself = new Configuration(conf);
        itself.set("stoa.vio.AbstractFileSystem.file.impl", "dev.stoa.vio.hadoop.VioFs");
        Exception e = assertThrows(Exception.class, () -> FileContext.getFileContext(folder.toURI(), itself));
        assertTrue(messages(e).contains("itself"), messages(e));
    }

    private static String messages(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.append(cause.getMessage()).append('\n');
        }
        return all.toString();
    }

    /**
     * What Hadoop does by calls of other methods of the same object, which pass, or keeps in the object itself. A method
     * that is neither here nor passed on is one of a newer Hadoop: decide, then write it here or there.
     */
    private static final Set<String> BY_OTHER_METHODS = Set.of(
            "append(Path)",
            "append(Path,int)",
            "cancelDeleteOnExit(Path)",
            "copyFromLocalFile(Path,Path)",
            "copyToLocalFile(Path,Path)",
            "copyToLocalFile(boolean,Path,Path,boolean)",
            "create(Path)",
            "create(Path,FsPermission,EnumSet,int,short,long,Progressable)",
            "create(Path,Progressable)",
            "create(Path,boolean)",
            "create(Path,boolean,int)",
            "create(Path,boolean,int,Progressable)",
            "create(Path,boolean,int,short,long)",
            "create(Path,boolean,int,short,long,Progressable)",
            "create(Path,short)",
            "create(Path,short,Progressable)",
            "createNonRecursive(Path,FsPermission,boolean,int,short,long,Progressable)",
            "createNonRecursive(Path,boolean,int,short,long,Progressable)",
            "delete(Path)",
            "deleteOnExit(Path)",
            "fixRelativePart(Path)",
            "getBlockSize(Path)",
            "getDefaultPort()", // only for names, which the wrapped file system makes
            "getLength(Path)",
            "getName()",
            "getReplication(Path)",
            "getStatus()",
            "listStatus(Path,PathFilter)",
            "listStatus(Path[])",
            "listStatus(Path[],PathFilter)",
            "listStatusBatch(Path,byte[])", // only for listStatusIterator, which passes
            "moveFromLocalFile(Path,Path)",
            "moveFromLocalFile(Path[],Path)",
            "moveToLocalFile(Path,Path)",
            "open(Path)",
            "open(PathHandle)",
            "primitiveMkdir(Path,FsPermission,boolean)", // only for file contexts, which have VioFs
            "processDeleteOnExit()");

    @Test
    void everyMethodOfAFileSystemPassesThrough() {
        Set<String> passed = methods(FilterFileSystem.class);
        passed.addAll(methods(VioFileSystem.class));
        Set<String> left = methods(FileSystem.class);
        left.removeAll(passed);
        assertEquals(new TreeSet<>(BY_OTHER_METHODS), left);
        Set<String> leftOfContexts = methods(AbstractFileSystem.class);
        leftOfContexts.removeAll(methods(FilterFs.class));
        leftOfContexts.removeAll(methods(VioFs.class));
        assertEquals(Set.of("checkScheme(URI,String)", "equals(Object)", "hashCode()"), leftOfContexts);
        assertFalse(passed.isEmpty());
    }

    /** Returns the methods of a class that another may override. */
    private static Set<String> methods(Class<?> type) {
        Set<String> methods = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            boolean overridable = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
            if (overridable && !Modifier.isStatic(modifiers) && !Modifier.isFinal(modifiers) && !method.isSynthetic()) {
                String parameters = String.join(
                        ",",
                        Arrays.stream(method.getParameterTypes())
                                .map(Class::getSimpleName)
                                .toList());
                methods.add(method.getName() + "(" + parameters + ")");
            }
        }
        return methods;
    }
}
