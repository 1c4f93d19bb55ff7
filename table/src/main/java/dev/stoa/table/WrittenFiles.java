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
package dev.stoa.table;

import dev.stoa.vio.Folder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The files that one task of a write has completed. An engine sends them as bytes to the process that commits.
 *
 * @param files files of new rows
 * @param changes sidecars
 */
public record WrittenFiles(List<FragmentWriter.Written> files, List<ChangeWriter.Written> changes) {
    /** Distinguishes these bytes from the message of another source. */
    private static final int MAGIC = 0x53544f58;

    public WrittenFiles {
        files = List.copyOf(files);
        changes = List.copyOf(changes);
    }

    /** Adds the files to a transaction. */
    public void addTo(Transaction transaction) throws IOException {
        for (FragmentWriter.Written file : files) {
            transaction.addFragment(file.path(), Optional.ofNullable(file.partition()));
        }
        for (ChangeWriter.Written change : changes) {
            transaction.addSidecar(change, Optional.empty());
        }
    }

    /** Deletes files that no transaction has added. It tries each of them, also after a failure. */
    public void discard(Folder folder) throws IOException {
        try {
            FragmentWriter.discard(folder, files);
        } finally {
            ChangeWriter.discard(folder, changes);
        }
    }

    /** The files as bytes, for {@link #of}. */
    public byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(files.size());
        for (FragmentWriter.Written file : files) {
            write(out, file.path());
            out.writeBoolean(file.partition() != null);
            if (file.partition() != null) {
                write(out, file.partition());
            }
        }
        out.writeInt(changes.size());
        for (ChangeWriter.Written change : changes) {
            write(out, change.path());
            out.writeInt(change.contents().length);
            out.write(change.contents());
            out.writeLong(change.fragment().getMostSignificantBits());
            out.writeLong(change.fragment().getLeastSignificantBits());
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads the bytes of a task.
     *
     * @throws IOException if {@link #bytes} did not make them
     */
    public static WrittenFiles of(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readInt() != MAGIC) {
                throw new IOException("the message of a task does not begin as one of this version does");
            }
            List<FragmentWriter.Written> files = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                String path = text(in);
                files.add(new FragmentWriter.Written(path, in.readBoolean() ? text(in) : null));
            }
            List<ChangeWriter.Written> changes = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                changes.add(new ChangeWriter.Written(text(in), bytes(in), new UUID(in.readLong(), in.readLong())));
            }
            if (in.available() > 0) {
                throw new IOException("the message of a task has " + in.available() + " bytes after its end");
            }
            return new WrittenFiles(files, changes);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a part of " + length + " bytes, but the message has only " + in.available());
        }
        return in.readNBytes(length);
    }
}
