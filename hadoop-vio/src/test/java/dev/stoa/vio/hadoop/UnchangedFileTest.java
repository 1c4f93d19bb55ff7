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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.PositionalReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** A failed read says that the file has changed if it has, and else stays what it is. */
class UnchangedFileTest {
    private static final long TIME = 1_700_000_000_123L;
    private static final long SECOND = 1_700_000_000_000L;

    /** What the reader does: fails, or returns a number of bytes. */
    private Optional<Throwable> failure = Optional.empty();

    private int bytes = -1;
    private int looks;
    private boolean isClosed;

    private static final class RemoteFileChangedException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private static final class InvalidPathHandleException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private static final class S3Exception extends RuntimeException {
        private static final long serialVersionUID = 1L;

        S3Exception(String message) {
            super(message);
        }
    }

    private static FileStatus status(boolean isFolder, long length, long time) {
        return new FileStatus(length, isFolder, 1, 1, time, new Path("/f"));
    }

    private UnchangedFile file(Optional<FileStatus> opened, UnchangedFile.Look look) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                if (failure.isPresent() && failure.get() instanceof IOException e) {
                    throw e;
                } else if (failure.isPresent()) {
                    throw (Error) failure.get();
                }
                return bytes;
            }

            @Override
            public long blockBytes() {
                return 77;
            }

            @Override
            public void close() throws IOException {
                isClosed = true;
                if (failure.isPresent() && failure.get() instanceof Error e) {
                    throw e;
                }
            }
        };
        return new UnchangedFile(
                "f",
                opened,
                () -> {
                    looks++;
                    return look.now();
                },
                reader);
    }

    private UnchangedFile file(FileStatus opened, FileStatus now) {
        return file(Optional.of(opened), () -> now);
    }

    private static int read(UnchangedFile file) throws IOException {
        return file.read(0, ByteBuffer.allocate(1));
    }

    private void assertChanged(UnchangedFile file, String then, String now) {
        ChangedFileException e = assertThrows(ChangedFileException.class, () -> read(file));
        assertEquals(
                "f: the file changed while it was read: opened was " + then + ", there is now " + now
                        + "; open it again",
                e.getMessage());
        assertSame(failure.orElse(null), e.getCause());
    }

    @Test
    void readsThatSucceedAskNothing() throws IOException {
        bytes = 1;
        UnchangedFile file = file(status(false, 10, TIME), status(false, 11, TIME));
        assertEquals(1, read(file));
        bytes = 0;
        assertEquals(0, read(file));
        assertEquals(0, looks);
        assertEquals(77, file.blockBytes());
        file.close();
        assertTrue(isClosed);
    }

    /** An end before the length that the file had. */
    @Test
    void anEarlyEndIsAChangeIfTheFileIsAnother() throws IOException {
        assertEquals(-1, read(file(status(false, 10, TIME), status(false, 10, TIME))));
        assertChanged(
                file(status(false, 10, TIME), status(false, 9, TIME)),
                "10 bytes of 2023-11-14T22:13:20.123Z",
                "9 bytes of 2023-11-14T22:13:20.123Z");
        assertEquals(2, looks);
        assertEquals(-1, read(file(Optional.empty(), () -> status(false, 9, TIME))), "no status to compare with");
        assertEquals(2, looks);
    }

    @Test
    void aFailureStaysIfTheFileIsTheSame() {
        IOException own = new IOException("the store fails");
        failure = Optional.of(own);
        UnchangedFile same = file(status(false, 10, TIME), status(false, 10, TIME));
        assertSame(own, assertThrows(IOException.class, () -> read(same)));
        UnchangedFile unknown = file(Optional.of(status(false, 10, TIME)), () -> {
            throw new IOException("it can't be asked either");
        });
        assertSame(own, assertThrows(IOException.class, () -> read(unknown)));
        UnchangedFile withoutStatus = file(Optional.empty(), () -> status(false, 10, TIME));
        assertSame(own, assertThrows(IOException.class, () -> read(withoutStatus)));
        assertEquals(2, looks);
    }

    @Test
    void aFailureNamesTheChange() {
        failure = Optional.of(new IOException("the store fails"));
        String then = "10 bytes of 2023-11-14T22:13:20.123Z";
        assertChanged(file(status(false, 10, TIME), status(true, 10, TIME)), then, "a folder");
        UnchangedFile gone = file(Optional.of(status(false, 10, TIME)), () -> {
            throw new FileNotFoundException("gone");
        });
        assertChanged(gone, then, "nothing");
        assertChanged(
                file(status(false, 10, TIME), status(false, 10, TIME + 1)),
                then,
                "10 bytes of 2023-11-14T22:13:20.124Z");
    }

    /** Some stores tell the time in seconds on one occasion and exactly on another. */
    @Test
    void timesInSecondsAreComparedAsSeconds() throws IOException {
        assertEquals(-1, read(file(status(false, 10, SECOND), status(false, 10, SECOND + 999))));
        assertEquals(-1, read(file(status(false, 10, SECOND + 999), status(false, 10, SECOND))));
        for (long time : new long[] {SECOND + 1000, SECOND + 1001, SECOND - 1000}) {
            UnchangedFile later = file(status(false, 10, SECOND), status(false, 10, time));
            assertThrows(ChangedFileException.class, () -> read(later), "" + time);
            UnchangedFile earlier = file(status(false, 10, time), status(false, 10, SECOND));
            assertThrows(ChangedFileException.class, () -> read(earlier), "" + time);
        }
        UnchangedFile exact = file(status(false, 10, TIME), status(false, 10, TIME + 500));
        assertThrows(ChangedFileException.class, () -> read(exact));
        UnchangedFile longer = file(status(false, 10, SECOND), status(false, 11, SECOND));
        assertThrows(ChangedFileException.class, () -> read(longer));
    }

    /** A store that tells of the change is believed, whatever the status says. */
    @Test
    void theStoreTellsOfAChange() {
        String then = "10 bytes of 2023-11-14T22:13:20.123Z";
        failure = Optional.of(new IOException("read", new RemoteFileChangedException()));
        assertChanged(file(status(false, 10, TIME), status(false, 10, TIME)), then, then);
        assertChanged(file(Optional.empty(), () -> status(false, 10, TIME)), "another version", "a newer one");
        UnchangedFile unknown = file(Optional.of(status(false, 10, TIME)), () -> {
            throw new IOException("it can't be asked");
        });
        assertChanged(unknown, then, "another one, that cannot be looked at");
        ChangedFileException known = new ChangedFileException("f", "one", "another");
        failure = Optional.of(known);
        UnchangedFile same = file(status(false, 10, TIME), status(false, 11, TIME));
        assertSame(known, assertThrows(ChangedFileException.class, () -> read(same)));
    }

    @Test
    void exceptionsOfStoresAreKnownByName() {
        assertTrue(UnchangedFile.isToldBy(new RemoteFileChangedException()));
        assertTrue(UnchangedFile.isToldBy(new IOException(new InvalidPathHandleException())));
        assertTrue(UnchangedFile.isToldBy(new S3Exception("no (Service: S3, Status Code: 412, ...)")));
        assertFalse(UnchangedFile.isToldBy(new S3Exception("no (Service: S3, Status Code: 404, ...)")));
        assertFalse(UnchangedFile.isToldBy(new S3Exception(null)));
        assertFalse(UnchangedFile.isToldBy(new IOException("no (Service: S3, Status Code: 412, ...)")));
        assertFalse(UnchangedFile.isToldBy(null));
        for (int causes : new int[] {0, 9, 10}) {
            Throwable nested = new RemoteFileChangedException();
            for (int i = 0; i < causes; i++) {
                nested = new IOException(nested);
            }
            assertEquals(causes < 10, UnchangedFile.isToldBy(nested), causes + " causes");
        }
    }

    @Test
    void aLookIsRefusedIfTheFileIsAnother() throws IOException {
        file(status(false, 10, TIME), status(false, 10, TIME)).check();
        UnchangedFile other = file(status(false, 10, TIME), status(false, 10, TIME + 7));
        assertThrows(ChangedFileException.class, other::check);
        file(Optional.empty(), () -> status(false, 10, TIME)).check();
        assertEquals(2, looks);
    }

    /** Hadoop's error of a local disk passes every handler of exceptions. */
    @Test
    void errorsOfDisksAreExceptions() {
        FSError disk = FailingStoreTest.diskFull();
        failure = Optional.of(disk);
        UnchangedFile file = file(status(false, 10, TIME), status(false, 10, TIME));
        for (boolean reads : new boolean[] {true, false}) {
            IOException e = assertThrows(IOException.class, () -> {
                if (reads) {
                    read(file);
                } else {
                    file.close();
                }
            });
            assertEquals("f: the store fails", e.getMessage());
            assertSame(disk.getCause(), e.getCause());
        }
    }
}
