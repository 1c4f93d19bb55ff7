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
package dev.stoa.table.internal.scan;

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A version of a table with some of its fragments, as bytes for another process of the same release, without bounds of values. A
 * file of the log says the same, but takes more than ten times as long to write and to read (ADR 0128).
 */
public final class SnapshotMessage {
    /** Counts the forms of messages: raise it with each change, so that processes of two releases in one query fail. */
    private static final int FORM = 1;

    private static final int NULLABLE = 1;
    private static final int UTC = 2;
    private static final int HAS_ORIGIN = 4;

    private SnapshotMessage() {}

    /** Says what another process reads of a version. */
    public static byte[] write(TableState state, Collection<Fragment> fragments) {
        ByteSink out = new ByteSink(1 << 10);
        out.u32(0); // the checksum, once all is there
        out.u8(FORM);
        id(out, state.table());
        out.bytes(state.position().entry().toBytes());
        commit(out, state.info());
        out.varint(state.schema().lastFieldId());
        fields(out, state.schema().schema().fields(), state.schema().origins());
        all(out, state.properties().toTexts().entrySet(), property -> {
            out.text(property.getKey());
            out.text(property.getValue());
        });
        all(out, state.features().reader(), out::text);
        all(out, state.features().writer(), out::text);
        all(out, fragments, fragment -> fragment(out, fragment));
        byte[] bytes = out.toByteArray();
        ByteBuffer.wrap(bytes).putInt(Layout.crc(bytes, Integer.BYTES, bytes.length - Integer.BYTES));
        return bytes;
    }

    private static <T> void all(ByteSink out, Collection<T> things, Consumer<T> one) {
        out.varint(things.size());
        things.forEach(one);
    }

    private static void id(ByteSink out, UUID id) {
        out.u64(id.getMostSignificantBits());
        out.u64(id.getLeastSignificantBits());
    }

    private static void commit(ByteSink out, CommitInfo info) {
        out.varint(info.version());
        out.zigzag(ChronoUnit.MICROS.between(Instant.EPOCH, info.time()));
        id(out, info.transaction());
        out.text(info.operation());
        out.varint(info.base());
        out.u8(info.overwrite() ? 1 : 0);
        out.varint(info.keys());
    }

    private static void fields(ByteSink out, List<Field> fields, Map<Integer, String> origins) {
        all(out, fields, field -> {
            int id = field.fieldId().getAsInt();
            Type type = field.type();
            String origin = origins.get(id);
            out.varint(id);
            out.text(field.name());
            out.u8((field.nullable() ? NULLABLE : 0) | (type.utc() ? UTC : 0) | (origin == null ? 0 : HAS_ORIGIN));
            if (origin != null) {
                out.text(origin);
            }
            out.u8(type.kind().code());
            out.varint(type.precision());
            out.varint(type.scale());
            all(out, type.parameters(), out::text);
            fields(out, type.fields(), origins);
        });
    }

    private static void fragment(ByteSink out, Fragment fragment) {
        id(out, fragment.id());
        out.varint(fragment.rows());
        all(out, fragment.partition().stream().toList(), out::text);
        all(out, fragment.files(), file -> {
            out.text(file.path());
            identity(out, file.identity());
            all(out, file.fields().stream().toList(), fields -> all(out, fields, id -> out.varint(id)));
            out.varint(file.folded());
        });
        all(out, fragment.sidecars(), sidecar -> {
            out.text(sidecar.path());
            out.varint(sidecar.place().contents().length);
            out.bytes(sidecar.place().contents());
            identity(out, sidecar.identity());
            out.varint(sidecar.version());
            out.varint(sidecar.deletedRows());
            all(out, sidecar.fields(), id -> out.varint(id));
            all(out, sidecar.inserted().stream().toList(), id -> id(out, id));
        });
    }

    private static void identity(ByteSink out, FileIdentity identity) {
        id(out, identity.uuid());
        out.varint(identity.length());
        out.bytes(identity.hash().toBytes());
    }

    /**
     * Reads what {@link #write} said.
     *
     * @param name of the message, for errors
     * @throws CorruptFileException if the bytes are not as they were
     */
    public static TableState read(byte[] bytes, String name) throws CorruptFileException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            Wire.require(in, Integer.BYTES, "a checksum");
            if (in.getInt() != Layout.crc(bytes, Integer.BYTES, bytes.length - Integer.BYTES)) {
                throw new CorruptFileException("the checksum does not match");
            }
            int form = Wire.u8(in);
            if (form != FORM) {
                throw new CorruptFileException("its form is " + form + ", and this release reads form " + FORM
                        + ": use one release of Stoa in all processes");
            }
            TableState state = state(in, name);
            Wire.requireEnd(in, "the fragments");
            return state;
        } catch (CorruptFileException | IllegalArgumentException e) {
            throw new CorruptFileException(
                    name + ": the message about some of its fragments is damaged, or comes from another release: "
                            + e.getMessage(),
                    e);
        }
    }

    private static TableState state(ByteBuffer in, String name) throws CorruptFileException {
        LogPosition position = new LogPosition(id(in), hash(in), Floor.NONE, 0);
        CommitInfo info = commit(in);
        int lastFieldId = number(in);
        Map<Integer, String> origins = new HashMap<>();
        Schema fields = new Schema(fields(in, origins));
        Map<String, String> properties = new LinkedHashMap<>();
        for (int left = count(in); left > 0; left--) {
            properties.put(text(in), text(in));
        }
        TableFeatures features = new TableFeatures(
                Set.copyOf(all(in, SnapshotMessage::text)), Set.copyOf(all(in, SnapshotMessage::text)));
        LogRow nowhere = new LogRow(LogFile.withoutBounds(name, info.version()), 0);
        Map<UUID, Fragment> fragments = new LinkedHashMap<>();
        for (Fragment fragment : all(in, bytes -> fragment(bytes, nowhere))) {
            fragments.put(fragment.id(), fragment);
        }
        return new TableState(
                position,
                info,
                new TableSchema(fields, origins, lastFieldId),
                TableProperties.ofTexts(properties),
                features,
                Fragments.of(fragments));
    }

    /** Reads one of several. */
    private interface Reading<T> {
        T of(ByteBuffer in) throws CorruptFileException;
    }

    private static <T> List<T> all(ByteBuffer in, Reading<T> one) throws CorruptFileException {
        List<T> all = new ArrayList<>();
        for (int left = count(in); left > 0; left--) {
            all.add(one.of(in));
        }
        return all;
    }

    private static <T> Optional<T> any(ByteBuffer in, Reading<T> one) throws CorruptFileException {
        return all(in, one).stream().findFirst();
    }

    /** Each of several takes a byte or more. */
    private static int count(ByteBuffer in) throws CorruptFileException {
        return Wire.count(in, in.remaining(), "a count");
    }

    private static int number(ByteBuffer in) throws CorruptFileException {
        return Wire.count(in, Integer.MAX_VALUE, "a number");
    }

    private static long large(ByteBuffer in) throws CorruptFileException {
        return Wire.varint(in, Long.MAX_VALUE, "a number");
    }

    private static String text(ByteBuffer in) throws CorruptFileException {
        return Wire.text(in, in.remaining(), "a text");
    }

    private static UUID id(ByteBuffer in) throws CorruptFileException {
        return new UUID(Wire.u64(in), Wire.u64(in));
    }

    private static ContentHash hash(ByteBuffer in) throws CorruptFileException {
        return ContentHash.of(Wire.bytes(in, ContentHash.BYTES, "a hash"), 0);
    }

    private static CommitInfo commit(ByteBuffer in) throws CorruptFileException {
        return new CommitInfo(
                large(in),
                Instant.EPOCH.plus(Wire.zigzag(in), ChronoUnit.MICROS),
                id(in),
                text(in),
                large(in),
                Wire.u8(in) != 0,
                large(in));
    }

    private static List<Field> fields(ByteBuffer in, Map<Integer, String> origins) throws CorruptFileException {
        return all(in, bytes -> field(bytes, origins));
    }

    private static Field field(ByteBuffer in, Map<Integer, String> origins) throws CorruptFileException {
        int id = number(in);
        String name = text(in);
        int flags = Wire.u8(in);
        if ((flags & HAS_ORIGIN) != 0) {
            origins.put(id, text(in));
        }
        Type type = new Type(
                TypeKind.ofCode(Wire.u8(in)),
                number(in),
                number(in),
                (flags & UTC) != 0,
                all(in, SnapshotMessage::text),
                fields(in, origins));
        return new Field(name, type, (flags & NULLABLE) != 0, OptionalInt.of(id));
    }

    private static Fragment fragment(ByteBuffer in, LogRow nowhere) throws CorruptFileException {
        return new Fragment(
                id(in),
                large(in),
                any(in, SnapshotMessage::text),
                all(in, bytes -> file(bytes, nowhere)),
                all(in, bytes -> sidecar(bytes, nowhere)),
                nowhere);
    }

    private static DataFile file(ByteBuffer in, LogRow nowhere) throws CorruptFileException {
        return new DataFile(
                text(in), identity(in), any(in, fields -> all(fields, SnapshotMessage::number)), large(in), nowhere);
    }

    private static SidecarFile sidecar(ByteBuffer in, LogRow nowhere) throws CorruptFileException {
        return new SidecarFile(
                new SidecarPlace(text(in), Wire.bytes(in, count(in), "a sidecar")),
                identity(in),
                large(in),
                large(in),
                all(in, SnapshotMessage::number),
                any(in, SnapshotMessage::id),
                nowhere);
    }

    private static FileIdentity identity(ByteBuffer in) throws CorruptFileException {
        return new FileIdentity(id(in), large(in), hash(in));
    }
}
